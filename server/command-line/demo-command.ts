import type { Command } from 'commander'
import { removeDemo } from '#server/features/demo/remove.ts'
import { setDemoState } from '#server/features/demo/state.ts'
import { examples } from './examples.ts'
import { withPlatform } from './open-platform.ts'

export function addDemoCommand(program: Command): void {
  const demo = program.command('demo').description('the demo fleet; works whether the server runs or not')

  demo
    .command('remove')
    .description('removes the demo fleet with its vehicles, devices, uploads and files')
    .addHelpText('after', examples('demo remove'))
    .action(async () => {
      const uploads = await withPlatform(removeDemo)
      console.log(`The demo fleet is gone, with ${uploads} uploads.`)
    })

  demo
    .command('add')
    .description('lets the demo fleet arrive again at the next start of the server')
    .addHelpText('after', examples('demo add'))
    .action(async () => {
      await withPlatform((platform) => setDemoState(platform, 'arriving'))
      console.log('The demo fleet arrives at the next start of the server.')
    })
}

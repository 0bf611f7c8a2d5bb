import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { createProgram } from './program.ts'

/** The commands that do something, with those above them. */
function leaves(command: Command, above: string[] = []): [string, Command][] {
  const path = [...above, command.name()]
  return command.commands.length === 0 ? [[path.join(' '), command]] : command.commands.flatMap((each) => leaves(each, path))
}

const all = leaves(await createProgram())

test.each(all)('%s says what it does and shows examples', (_path, command) => {
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text) })
  command.outputHelp()
  expect(command.description()).not.toBe('')
  expect(help).not.toMatch(/default: (false|\[\])/)
  expect(help).toMatch(/Examples:\n {2}npx loggerhead /)
})

test('every command of the fixed surface is there', () => {
  expect(all.map(([path]) => path)).toEqual(
    expect.arrayContaining([
      'loggerhead user add',
      'loggerhead user list',
      'loggerhead organization add',
      'loggerhead upload',
      'loggerhead simulate',
      'loggerhead inspect',
      'loggerhead convert',
      'loggerhead decode',
      'loggerhead demo remove',
    ]),
  )
})

test('a command that is asked for comes alone, and anything else with all of them', async () => {
  expect((await createProgram('inspect')).commands.map((command) => command.name())).toEqual(['inspect'])
  expect((await createProgram('constructor')).commands).toHaveLength((await createProgram('--help')).commands.length)
})

import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { createProgram } from './program.ts'

/** The commands that do something, with those above them. */
function leaves(command: Command, above: string[] = []): [string, Command][] {
  const path = [...above, command.name()]
  return command.commands.length === 0 ? [[path.join(' '), command]] : command.commands.flatMap((each) => leaves(each, path))
}

test.each(leaves(createProgram()))('%s says what it does and shows examples', (_path, command) => {
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text) })
  command.outputHelp()
  expect(command.description()).not.toBe('')
  expect(help).toMatch(/Examples:\n {2}npx loggerhead /)
})

test('every command of the fixed surface is there', () => {
  expect(leaves(createProgram()).map(([path]) => path)).toEqual(
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

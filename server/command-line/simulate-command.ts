import type { Command } from 'commander'

export function addSimulateCommand(program: Command): void {
  program.command('simulate').description('runs pretend loggers against a server')
}

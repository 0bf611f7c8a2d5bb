/** Examples for the end of a command's help. */
export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  npx loggerhead ${line}`).join('\n')}`
}

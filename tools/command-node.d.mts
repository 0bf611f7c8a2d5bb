export function commandNode(): [node: string, ...flags: string[]]
export const commandEnvironment: Readonly<Record<string, string>>

import rules from '../import-rules.json' with { type: 'json' }

interface Rule {
  folder: string
  what: string
  may: string[]
  packages?: string[]
  reason: string
  exceptions?: { folder: string; may: string[]; reason: string }[]
}
const table: readonly Rule[] = rules
const folders = table.map((rule) => rule.folder)

/** The lint configuration: fixed rules, and one override for each row of the import table. */
export function lintConfiguration(): string {
  const overrides = table.flatMap((rule) => [
    override(`${rule.folder}/**`, rule.folder, rule.may, rule.reason, rule.packages),
    ...(rule.exceptions ?? []).map((exception) =>
      override(`${exception.folder}/**`, rule.folder, exception.may, exception.reason),
    ),
  ])
  const configuration = {
    plugins: ['typescript', 'import', 'react', 'unicorn', 'oxc', 'promise'],
    categories: { correctness: 'error' },
    rules: {
      'typescript/no-explicit-any': 'error',
      'typescript/ban-ts-comment': 'error',
      'typescript/no-non-null-assertion': 'error',
      'no-console': 'error',
      'no-debugger': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'import/no-cycle': 'error',
      'react/rules-of-hooks': 'error',
      // for the React compiler, which we do not use
      'react/purity': 'off',
      'react/refs': 'off',
      'react/incompatible-library': 'off',
      'react/set-state-in-effect': 'off',
    },
    overrides: [
      ...overrides,
      {
        files: [
          'tools/**',
          'bench/**',
          'e2e/**',
          'server/command-line/**',
          'simulator/main.ts',
          'conformance/**',
          'recording/examples/**',
          '**/*.test.ts',
        ],
        rules: { 'no-console': 'off' },
      },
      // tests read real files and compare with what the table keeps out of the library itself; examples use it from outside
      {
        files: ['recording/**/*.test.ts', 'recording/testing/**', 'recording/examples/**', 'contract/**/*.test.ts'],
        rules: { 'no-restricted-imports': 'off' },
      },
      { files: ['recording/**', 'server/**', 'contract/**', 'simulator/**'], rules: { 'react/rules-of-hooks': 'off' } },
    ],
    ignorePatterns: ['dist', 'var', 'node_modules', 'docs/reference'],
  }
  return `${JSON.stringify(configuration, null, 2)}\n`
}

function override(files: string, home: string, may: readonly string[], reason: string, packages?: readonly string[]) {
  const forbidden = folders.filter((folder) => folder !== home && !may.includes(folder))
  const patterns: object[] = [
    {
      regex: `^#(${forbidden.join('|')})/`,
      message: `${reason} It may import ${may.length === 0 ? 'nothing of ours' : may.join(', ')}.`,
    },
    {
      regex: `^(\\.\\./)+(${folders.filter((folder) => folder !== home).join('|')})/`,
      message: 'Relative imports stay inside one top-level folder; use the # imports of package.json across them.',
    },
  ]
  if (packages !== undefined) {
    patterns.push({
      group: ['*', '!./*', '!../*', '!./**', '!../**', '!\\#*', '!\\#*/**', ...packages.map((name) => `!${name}`)],
      message: `${reason} Its only packages are: ${packages.length === 0 ? 'none' : packages.join(', ')}.`,
    })
  }
  return { files: [files], rules: { 'no-restricted-imports': ['error', { patterns }] } }
}

/** The same as a table for ARCHITECTURE.md. */
export function importTable(): string {
  const rows = table.flatMap((rule) => [
    `| \`${rule.folder}/\` | ${rule.what} | ${[...rule.may.map((name) => `\`${name}\``), ...(rule.packages ?? [])].join(', ') || 'nothing of ours'} |`,
    ...(rule.exceptions ?? []).map(
      (e) => `| \`${e.folder}/\` | ${e.reason} | ${e.may.map((name) => `\`${name}\``).join(', ')} |`,
    ),
  ])
  return ['| folder | what lives there | may import |', '|---|---|---|', ...rows].join('\n')
}

import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { python } from '@codemirror/lang-python'
import {
  HighlightStyle,
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import type { Extension } from '@codemirror/state'
import { EditorState } from '@codemirror/state'
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import type { CodeLanguage } from './code-view.tsx'

interface Wishes {
  readonly label: string
  readonly language: CodeLanguage
  readonly editable: boolean
  readonly wrap: boolean
}

/** What every editor of ours has. */
export function extensionsOf({ label, language, editable, wrap }: Wishes): Extension[] {
  return [
    lineNumbers(),
    foldGutter(),
    highlightSpecialChars(),
    drawSelection(),
    bracketMatching(),
    highlightSelectionMatches(),
    search({ top: true }),
    ...languages[language](),
    syntaxHighlighting(colours),
    theme,
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0', ...(editable ? {} : { 'aria-readonly': 'true' }) }),
    keymap.of([...searchKeymap, ...foldKeymap, ...defaultKeymap]),
    ...(wrap ? [EditorView.lineWrapping] : []),
    ...(editable ? editing : [EditorState.readOnly.of(true)]),
  ]
}

const editing: readonly Extension[] = [
  history(),
  indentOnInput(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  keymap.of([...historyKeymap, indentWithTab]),
]

const languages: Readonly<Record<CodeLanguage, () => Extension[]>> = {
  python: () => [python(), indentUnit.of('    ')],
  json: () => [json()],
  plain: () => [],
}

/* Both from the tokens of the theme: dark follows by itself. */

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: [tags.comment, tags.meta], color: 'var(--ink-2)', fontStyle: 'italic' },
  { tag: [tags.definition(tags.variableName), tags.function(tags.variableName), tags.className], color: 'var(--code-name)' },
  { tag: tags.propertyName, color: 'var(--code-name)' },
  { tag: tags.invalid, color: 'var(--bad)' },
])

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--panel)', fontSize: '12.5px' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--accent)', padding: '6px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '.cm-gutters': { backgroundColor: 'var(--panel-2)', color: 'var(--ink-3)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--accent) 6%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 24%, transparent)',
  },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: 'color-mix(in srgb, var(--warn) 26%, transparent)' },
  '.cm-searchMatch-selected': { backgroundColor: 'color-mix(in srgb, var(--warn) 50%, transparent)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)', outline: '1px solid var(--accent)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--idle-soft)', border: '1px solid var(--line)', color: 'var(--ink-2)' },
  '.cm-panels': { backgroundColor: 'var(--panel-2)', color: 'var(--ink)', borderColor: 'var(--line)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '6px 30px 6px 8px', fontFamily: 'var(--font)' },
  '.cm-panel.cm-search [name=close]': { fontSize: '18px', color: 'var(--ink-2)' },
  '.cm-textfield': {
    backgroundColor: 'var(--panel)',
    border: '1px solid var(--control-line)',
    borderRadius: '4px',
    padding: '3px 6px',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--panel)',
    border: '1px solid var(--line-strong)',
    borderRadius: '4px',
    padding: '3px 8px',
    color: 'var(--ink)',
  },
  '.cm-collapsedLines': { background: 'var(--idle-soft)', color: 'var(--ink-2)', fontFamily: 'var(--font)', padding: '3px 8px' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--code-removed)' },
  '&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine': { backgroundColor: 'var(--code-added)' },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': { background: 'var(--code-removed-text)' },
  '&.cm-merge-b .cm-changedText': { background: 'var(--code-added-text)' },
  '&.cm-merge-a .cm-changedLineGutter, .cm-deletedLineGutter': { background: 'var(--bad)' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--ok)' },
})

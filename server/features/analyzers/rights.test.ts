import { describe, expect, test } from 'vitest'
import type { Analyzer } from '#contract/analyzers.ts'
import { requireEnvironment } from './parts.ts'
import { rightsOf } from './rights.ts'

const people = {
  owner: { userId: 1, administrator: false },
  colleague: { userId: 2, administrator: false },
  admin: { userId: 3, administrator: true },
}
const statuses = [null, 'new', 'running', 'complete', 'failed'] as const

/** Letters of what is allowed: e(dit), r(un), d(elete), s(witch). */
function letters(who: keyof typeof people, facts: Partial<Pick<Analyzer, 'type' | 'user' | 'last_status' | 'missing'>>): string {
  const usual = { type: 'manual', user: { id: 1, name: 'owner' }, last_status: null, missing: [] } as const
  const rights = rightsOf({ ...usual, ...facts }, people[who])
  const { may_edit: edit, may_run: run, may_delete: remove, may_switch: change } = rights
  return `${edit ? 'e' : ''}${run ? 'r' : ''}${remove ? 'd' : ''}${change ? 's' : ''}`
}

describe('what may be done with an analyzer', () => {
  test.each(statuses)('manual, last status %s', (last_status) => {
    const all = last_status === 'running' ? '' : 'erd'
    expect(letters('owner', { last_status })).toBe(all)
    expect(letters('admin', { last_status })).toBe(all)
    expect(letters('colleague', { last_status })).toBe('')
  })

  test.each(statuses)('ingress, last status %s: it runs by itself, and administrators configure it', (last_status) => {
    const type = 'ingress'
    const idle = last_status !== 'running'
    expect(letters('admin', { type, last_status })).toBe(idle ? 'eds' : 's')
    expect(letters('owner', { type, last_status })).toBe(idle ? 'd' : '')
    expect(letters('colleague', { type, last_status })).toBe('')
  })

  test('without a user it is edited by nobody', () => {
    expect(letters('admin', { user: null })).toBe('rd')
    expect(letters('owner', { user: null })).toBe('')
  })

  test('with something missing it is edited, not run', () => {
    expect(letters('owner', { missing: ['config'] })).toBe('ed')
  })

  test('the reason says why not', () => {
    const facts = { type: 'manual', user: { id: 1, name: 'ada' }, last_status: null, missing: [] } as const
    expect(rightsOf(facts, people.owner).reason).toBeNull()
    expect(rightsOf(facts, people.colleague).reason).toBe('Only ada and administrators may change or run it')
    expect(rightsOf({ ...facts, last_status: 'running' }, people.owner).reason).toBe('It is running')
    expect(rightsOf({ ...facts, missing: ['script'] }, people.owner).reason).toBe('Script is missing')
    expect(rightsOf({ ...facts, user: null }, people.admin).reason).toContain('nobody can edit it')
  })
})

describe('the environment of an analyzer', () => {
  test('is one that there is, where that is known', () => {
    const known = ['default', 'gpu']
    for (const name of [undefined, null, '', 'gpu', 'default']) expect(() => requireEnvironment(name, known)).not.toThrow()
    expect(() => requireEnvironment('none', known)).toThrow('Some fields are not valid')
    expect(() => requireEnvironment('none', null)).not.toThrow()
  })
})

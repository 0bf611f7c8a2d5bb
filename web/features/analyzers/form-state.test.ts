import { describe, expect, test } from 'vitest'
import { isDirty, newDraft, problemsOf, withScript, withType } from './form-state.ts'

describe('the form of an analyzer', () => {
  test('remembers the dataset of each type', () => {
    const manual = { ...newDraft, datasetId: 7 }
    const ingress = withType(manual, 'ingress')
    expect(ingress).toMatchObject({ type: 'ingress', datasetId: null })
    const back = withType({ ...ingress, datasetId: 9 }, 'manual')
    expect(back).toMatchObject({ type: 'manual', datasetId: 7 })
    expect(withType(back, 'ingress').datasetId).toBe(9)
  })

  test('remembers the configuration of each script', () => {
    const first = { ...withScript(newDraft, 1), configId: 11 }
    const second = withScript(first, 2)
    expect(second.configId).toBeNull()
    expect(withScript({ ...second, configId: 22 }, 1).configId).toBe(11)
    expect(withScript(withScript({ ...second, configId: 22 }, 1), 2).configId).toBe(22)
  })

  test('is dirty when something else would be sent, and not by what it remembers', () => {
    const before = { ...newDraft, name: 'Cold starts', scriptId: 1, configId: 11, datasetId: 7, shareUsers: [3, 2] }
    expect(isDirty(before, before)).toBe(false)
    expect(isDirty({ ...before, name: 'Cold starts ' }, before)).toBe(false)
    expect(isDirty({ ...before, shareUsers: [2, 3] }, before)).toBe(false)
    expect(isDirty(withType(withType(before, 'ingress'), 'manual'), before)).toBe(false)
    expect(isDirty({ ...before, description: 'each morning' }, before)).toBe(true)
    expect(isDirty(withType(before, 'ingress'), before)).toBe(true)
  })

  test('needs a name, a script, a configuration and a dataset', () => {
    expect(problemsOf(newDraft)).toEqual({
      name: 'Required field',
      script_id: 'Required field',
      configs: 'Required field',
      datasets: 'Required field',
    })
    expect(problemsOf({ ...newDraft, name: 'x', scriptId: 1, configId: 2, datasetId: 3 })).toEqual({})
  })
})

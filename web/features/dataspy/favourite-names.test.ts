import { expect, test } from 'vitest'
import { mostCharacters, namesText, readNames, withToggled } from './favourite-names.ts'

test('favourites are kept as a list of names, in the order of marking', () => {
  const one = withToggled(readNames(undefined), 'can0/Motion/Speed')
  const two = withToggled(one, 'can0/Motion/Gear')
  expect(namesText(two)).toBe('["can0/Motion/Speed","can0/Motion/Gear"]')
  expect(readNames(namesText(two) ?? '')).toEqual(two)
  expect([...withToggled(two, 'can0/Motion/Speed')]).toEqual(['can0/Motion/Gear'])
  expect([...one]).toEqual(['can0/Motion/Speed'])
})

test('what somebody else stored there holds none; too many are told', () => {
  for (const val of ['', '{', '{"a":1}', '"a"', 'null']) expect(readNames(val).size).toBe(0)
  expect([...readNames('["a",1,null]')]).toEqual(['a'])
  const many = new Set(Array.from({ length: 200 }, (_, i) => `can0/Message_${i}/Signal_${i}`))
  expect(namesText(many)).toBeNull()
  expect(namesText(new Set(['x'.repeat(mostCharacters - 4)]))).toHaveLength(mostCharacters)
})

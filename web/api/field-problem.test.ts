import { expect, test } from 'vitest'
import { ApiError } from './errors.ts'
import { fieldProblem } from './field-problem.ts'

const refused = (fields: { field: string; message: string }[]) =>
  new ApiError({ code: 'error', message: 'The request is not valid', fields, status: 422 })
const name = { field: 'name', message: 'Required field' }
const other = { field: 'somewhere', message: 'No' }

test('what the server says of fields of a form is told at them', () => {
  expect(fieldProblem(refused([name]), ['name', 'file'])).toEqual({ fields: { name: 'Required field' }, rest: false })
  expect(fieldProblem(null, ['name'])).toEqual({ fields: {}, rest: false })
})

test.each([[[other]], [[]], [[name, other]]])('and what belongs to none of them in general: %o', (fields) => {
  expect(fieldProblem(refused(fields), ['name']).rest).toBe(true)
})

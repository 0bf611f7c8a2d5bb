/** Where dropped files go; filled in when features/uploads exists. */
export function Uploads() {
  return null
}

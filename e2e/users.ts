import { adminPassword } from './product.ts'

/** Users by what they may do; their names are the same words. */
export type Who = 'plain' | 'ipa' | 'admin'

export const passwords: Readonly<Record<Who, string>> = {
  admin: adminPassword,
  ipa: 'seven small boats at noon',
  plain: 'a quiet evening by the sea',
}

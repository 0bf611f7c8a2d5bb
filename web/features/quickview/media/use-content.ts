import { useQuery } from '@tanstack/react-query'
import { placeKey } from '../viewed-file.ts'
import type { ViewedFile } from '../viewed-file.ts'
import { wholeContent } from './content.ts'

/** The bytes of a file that is looked at whole; they are let go when nobody looks any more. */
export const useContent = (file: ViewedFile, most: number) =>
  useQuery({
    queryKey: ['content', placeKey(file)],
    queryFn: () => wholeContent(file, most),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })

import { useQuery } from '@tanstack/react-query'
import type { ViewedFile } from '../viewed-file.ts'
import { wholeContent } from './content.ts'

/** The bytes of a file that is looked at whole; they are let go when nobody looks any more. */
export const useContent = ({ id, size }: ViewedFile, most: number) =>
  useQuery({
    queryKey: ['content', id],
    queryFn: () => wholeContent({ id, size }, most),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })

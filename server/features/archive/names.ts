/** Stands for a run of two or more digits in stems of file names (see file_name_stem in the migrations). */
const digits = '\u0001'

/**
 * How a part of a name may appear in the `names` of a shape, as LIKE patterns; the database puts them into lower case.
 * `certain`: a shape that has it is a match, whatever the digits of its files. `possible`: the part reaches into digits
 * that the stems leave out, so each upload's own file names decide.
 *
 * A run of digits inside the part is a whole run in the name too, and left out when it has two or more. A run at an end
 * of the part may be the end of a longer one, so it is tried both ways.
 */
export function namePatterns(part: string): { certain: string; possible: string[] } {
  const pieces = part.split(/([0-9]+)/).filter((piece) => piece !== '')
  let variants = ['']
  pieces.forEach((piece, index) => {
    const atEnd = index === 0 || index === pieces.length - 1
    const ways = !/^[0-9]/.test(piece) ? [piece] : piece.length > 1 ? [digits] : atEnd ? [piece, digits] : [piece]
    variants = variants.flatMap((variant) => ways.map((way) => variant + way))
  })
  return { certain: contains(part), possible: variants.filter((variant) => variant !== part).map(contains) }
}

/** A LIKE pattern for texts that contain this one. */
export function contains(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

import { visible } from '#contract/endpoint.ts'
import { unseen } from '#contract/letters/hidden-characters.ts'
import { lowerCase, mostOfSlug } from '#contract/letters/slug.ts'

/** A slug in any script, with hyphens between words. It is percent-encoded on the wire. */
export const Slug = visible()
  .trim()
  .overwrite((slug) => lowerCase(slug))
  .max(mostOfSlug, `Use at most ${mostOfSlug} characters`)
  .regex(/^[\p{L}\p{N}\p{M}]+(-[\p{L}\p{N}\p{M}]+)*$/u, 'Use letters and numbers with hyphens between them')
  .refine((slug) => slug.search(unseen) < 0, 'Invisible characters are not allowed')

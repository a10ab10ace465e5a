import { z } from 'zod'

export const coded = <C extends string, P extends z.core.$ZodLooseShape = Record<never, never>>(
  code: C,
  parameters: P = {} as P,
) => z.object({ code: z.literal(code), ...parameters })

/** A sentence that an earlier version stored. It is shown unchanged. */
export const noted = coded('noted', { text: z.string() })

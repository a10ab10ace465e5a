import { z } from 'zod'

/** A code with the parameters that its sentence needs. */
export const coded = <C extends string, P extends z.core.$ZodLooseShape = Record<never, never>>(
  code: C,
  parameters: P = {} as P,
) => z.object({ code: z.literal(code), ...parameters })

/** A sentence as earlier versions kept it, shown as it is. */
export const noted = coded('noted', { text: z.string() })

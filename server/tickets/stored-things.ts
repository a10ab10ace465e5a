import { z } from 'zod'

/** Files and mails whose bytes are to go, since no row speaks of them any more. */
export const StoredThings = z.object({ files: z.array(z.uuid()), mails: z.array(z.uuid()) })

import { removeVariants } from './forget-variants.ts'
import { makeAhead } from './make-ahead.ts'

export const mediaDeliveryJobs = [removeVariants, makeAhead]

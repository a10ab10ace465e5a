import { removeVariants } from './forget-variants.ts'

export const mediaDeliveryJobs = [removeVariants]

import { makeSizes } from './make-sizes.ts'
import { measureMissing, measurePictures } from './measure-pictures.ts'

export const articleFileJobs = [measurePictures, measureMissing, makeSizes]
export const articleFileTimetable = [{ cron: '37 * * * *', job: measureMissing }]

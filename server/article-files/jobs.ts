import { measureMissing, measurePictures } from './measure-pictures.ts'

export const articleFileJobs = [measurePictures, measureMissing]
export const articleFileTimetable = [{ cron: '37 * * * *', job: measureMissing }]

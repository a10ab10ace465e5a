import { checkLinks, planChecks } from './outside/check-links.ts'

export const outsideLinkJobs = [planChecks, checkLinks]
export const outsideLinkTimetable = [{ cron: '*/10 * * * *', job: planChecks }]

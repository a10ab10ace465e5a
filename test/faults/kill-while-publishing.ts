import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { foundCompany } from './found-company.ts'
import { type Acted, addModel, startPublishing } from './publish-load.ts'
import { type Site, waitFor } from './site.ts'

const kills = 5
const longestPlanMs = 90_000

export const killWhilePublishing: Fault = {
  name: 'kill -9 again and again while entries are published, one by one and by batches, taken away and planned',
  async prove(site) {
    await site.start()
    const companies = [await foundCompany(site, 'gamma-co'), await foundCompany(site, 'delta-co')]
    const models = await Promise.all(companies.map((company) => addModel(site, company)))
    const load = startPublishing(site, models)
    for (let kill = 0; kill < kills; kill += 1) {
      await sleep(2000 + kill * 137)
      await site.kill()
      await site.start()
    }
    await sleep(1000)
    await load.stop()
    const isDone = await waitFor(async () => (await countPlans(site)) === 0, longestPlanMs)
    const wrong = await countWrong(site, load.acted)
    const half = await countHalf(site)
    const [publications, plans] = [load.acted.flatMap((one) => one.published), load.acted.filter((one) => one.planned)]
    const batched = load.acted.filter((one) => one.batched).length
    return {
      holds:
        isDone && wrong === 0 && half === 0 && load.refused.length === 0 && publications.length > 50 && batched > 0,
      counts: `${kills} kills: ${publications.length} publications and ${plans.length} plans, ${batched} entries published by batches, ${wrong} entries with an act lost or doubled, ${half} half done, ${load.refused.length} refused, ${isDone ? 'no plan' : 'plans'} forgotten`,
    }
  },
}

const countPlans = async (site: Site) =>
  (
    await site.query<{ number: number }>(
      'select count(*)::int as number from content_texts where publish_at is not null or unpublish_at is not null',
    )
  )[0]!.number

type EntryState = { entryId: string; notes: string[]; versions: number; published: number; unpublished: number }

/** Counts entries that do not have exactly one version, one publication and one history line for each act. */
async function countWrong(site: Site, acted: Acted[]): Promise<number> {
  const rows = await site.query<EntryState>(`
    select e.id as "entryId",
      (select coalesce(array_agg(v.note order by v.number), '{}') from content_versions v
        where v.entry_id = e.id and v.kind = 'publication' and v.note <> '') as notes,
      (select count(*)::int from content_versions v where v.entry_id = e.id and v.kind = 'publication') as versions,
      (select count(*)::int from history h
        where h.subject_id = e.id and h.type = 'entry.published') as published,
      (select count(*)::int from history h where h.subject_id = e.id and h.type = 'entry.unpublished') as unpublished
    from content_entries e`)
  const found = new Map(rows.map((row) => [row.entryId, row]))
  const isWrong = ({ entryId, published, unpublished, planned, batched }: Acted) => {
    const row = found.get(entryId)
    const wanted = published.length + planned + batched
    return (
      row === undefined ||
      row.notes.join() !== published.join() ||
      row.versions !== wanted ||
      row.published !== wanted ||
      row.unpublished !== unpublished + planned
    )
  }
  return acted.filter(isWrong).length + Math.abs(rows.length - acted.length)
}

/** Counts texts whose pointer, publication, projection and keys do not agree. */
async function countHalf(site: Site): Promise<number> {
  const [row] = await site.query<{ number: number }>(`
    select count(*)::int as number from content_texts t
    left join content_versions v on v.entry_id = t.entry_id and v.number = t.live_version
    left join content_published p on p.entry_id = t.entry_id and p.language = t.language
    left join content_publications o on o.entry_id = t.entry_id and o.language = t.language and o.ended_at is null
    where o.version is distinct from t.live_version or p.version is distinct from t.live_version
      or p.revision is distinct from t.live_revision
      or (t.live_version is not null and not p.cells @> (v.snapshot -> 'shared'))
      or (select coalesce(array_agg(k.key order by k.key collate "C"), '{}') from (
            select entry_id, language, key from content_keys union all select entry_id, language, value from content_ranks) k
          where k.entry_id = t.entry_id and k.language = t.language)
        is distinct from (select coalesce(array_agg(x.key order by x.key collate "C"), '{}') from (
          select p.cells ->> (f ->> 'slot') as key from content_models m, jsonb_array_elements(m.fields) f
          where m.id = p.model_id and f ->> 'key' in ('title', 'size')) x)`)
  return row!.number
}

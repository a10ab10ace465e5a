import { expect, test } from 'vitest'
import { createTeam } from '#contract/tickets/teams.ts'
import { changeWorkspace } from '#contract/workspace/settings.ts'
import { inSavepoint, inWorkspace, type WorkspaceTx, withinWorkspace } from '#server/platform/database.ts'
import { as } from '#test/ask.ts'
import { acme, makeWorkspace, platform, type World } from '#test/world.ts'
import { cacheDefinition } from './definitions.ts'

let readings = 0
const listTeamNames = cacheDefinition(async (tx) => {
  readings += 1
  const rows = await tx.selectFrom('teams').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
})
const read = ({ id }: World) => inWorkspace(platform.app, id, listTeamNames, { isReading: true })
const write = <T>({ id }: World, work: (tx: WorkspaceTx) => Promise<T>) => inWorkspace(platform.app, id, work)
const insert = (tx: WorkspaceTx, name: string) => tx.insertInto('teams').values({ name, color: 'teal' }).execute()
const newWorld = (domain: string) => makeWorkspace(domain, 'Definitions', ['Dea', 'Dan', 'Dov', 'Dot'])

test('definitions are read once until one of them changes', async () => {
  const world = await newWorld('definitions-kept')
  readings = 0
  expect([await read(world), await read(world)]).toEqual([[], []])
  expect(readings).toBe(1)
  await as(world.admin)(createTeam, { body: { name: 'Billing', color: 'teal' } })
  expect([await read(world), await read(world)]).toEqual([['Billing'], ['Billing']])
  expect(readings).toBe(2)
  await as(world.admin)(changeWorkspace, { body: { timeZone: 'Europe/Oslo' } })
  await read(world)
  expect(readings).toBe(3)
})

test('a workspace neither gets the definitions of another one nor reads them again after its changes', async () => {
  const world = await newWorld('definitions-own')
  await write(world, (tx) => insert(tx, 'Own'))
  await read(world)
  const others = await read(acme)
  expect(others).not.toContain('Own')
  await write(acme, (tx) => insert(tx, 'Of Acme'))
  readings = 0
  expect(await read(world)).toEqual(['Own'])
  expect(readings).toBe(0)
  expect(await read(acme)).toEqual([...others, 'Of Acme'].toSorted())
})

test('a snapshot from before a change does not keep its definitions for later readings', async () => {
  const world = await newWorld('definitions-snapshot')
  const before = inWorkspace(
    platform.app,
    world.id,
    async (tx) => {
      await tx.selectFrom('teams').select('id').execute()
      await write(world, (other) => insert(other, 'New'))
      expect(await read(world)).toEqual(['New'])
      return listTeamNames(tx)
    },
    { isReading: true },
  )
  expect(await before).toEqual([])
  expect(await read(world)).toEqual(['New'])
})

test('a transaction that writes reads its own changes, and one that fails changes nothing', async () => {
  const world = await newWorld('definitions-written')
  await read(world)
  const names = await write(world, async (tx) => {
    await listTeamNames(tx)
    await insert(tx, 'Mine')
    return listTeamNames(tx)
  })
  expect(names).toEqual(['Mine'])
  const failing = write(world, async (tx) => {
    await insert(tx, 'Never')
    throw new Error('Failed on purpose')
  })
  await expect(failing).rejects.toThrow('Failed on purpose')
  expect(await read(world)).toEqual(['Mine'])
})

test('changes in a savepoint and in a workspace that is entered later are noticed', async () => {
  const [world, other] = [await newWorld('definitions-part'), await newWorld('definitions-entered')]
  await Promise.all([read(world), read(other)])
  await write(world, async (tx) => {
    await inSavepoint(tx, (part) => insert(part, 'Part'))
    await withinWorkspace(tx, other.id, (inner) => insert(inner, 'Entered'))
  })
  expect([await read(world), await read(other)]).toEqual([['Part'], ['Entered']])
})

test('nobody can change the shared definitions', async () => {
  const world = await newWorld('definitions-frozen')
  const names = await read(world)
  expect(() => names.push('Pushed')).toThrow()
  expect(await read(world)).toEqual([])
})

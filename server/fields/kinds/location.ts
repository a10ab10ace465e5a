import { kept, rule, wrong } from '#server/fields/kinds/field-kind.ts'

export const location = rule({
  name: 'location',
  cell: 'place',
  check(value) {
    const { latitude, longitude } = (value ?? {}) as { latitude?: unknown; longitude?: unknown }
    if (!isWithin(latitude, 90)) return wrong('Enter a latitude from -90 to 90')
    if (!isWithin(longitude, 180)) return wrong('Enter a longitude from -180 to 180')
    return kept({ latitude, longitude })
  },
  toText: (value) => {
    const { latitude, longitude } = value as { latitude: number; longitude: number }
    return `${latitude}, ${longitude}`
  },
  fromText: (text) => {
    const [latitude, longitude] = text.split(',').map(Number)
    return { latitude, longitude }
  },
  schema: () => ({
    type: 'object',
    properties: { latitude: degrees(90), longitude: degrees(180) },
    required: ['latitude', 'longitude'],
  }),
})

const isWithin = (value: unknown, most: number) => typeof value === 'number' && Math.abs(value) <= most

const degrees = (most: number) => ({ type: 'number', minimum: -most, maximum: most })

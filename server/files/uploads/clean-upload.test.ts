import sharp from 'sharp'
import { expect, test } from 'vitest'
import { withoutMetadata } from './clean-upload.ts'

const photograph = (orientation: number) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Artist: 'Somebody', Orientation: String(orientation) }, IFD3: { GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()

test.each([1, 3, 6, 8])(
  'a photograph that was taken in position %d stays upright and says nothing else',
  async (orientation) => {
    const given = await photograph(orientation)
    expect(given.includes('Somebody')).toBe(true)
    const clean = withoutMetadata(given)
    expect(clean.includes('Somebody')).toBe(false)
    const seen = (bytes: Buffer) =>
      sharp(bytes)
        .metadata()
        .then(({ autoOrient }) => autoOrient)
    expect(await seen(clean)).toEqual(await seen(given))
    expect(await sharp(clean).raw().toBuffer()).toEqual(await sharp(given).raw().toBuffer())
  },
)

test('what is no photograph, or ends too early, stays as it is', async () => {
  const given = await photograph(6)
  for (const bytes of [Buffer.from('GIF89a'), Buffer.alloc(0), given.subarray(0, 3)])
    expect(withoutMetadata(bytes)).toEqual(bytes)
  expect(() => withoutMetadata(given.subarray(0, 30))).not.toThrow()
})

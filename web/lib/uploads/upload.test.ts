import { expect, test } from 'vitest'
import { mostUploadBytes, uploadFile } from './upload.ts'

test('a file that is too large is not even sent', async () => {
  const file = { size: mostUploadBytes + 1 } as File
  await expect(uploadFile(file, () => {})).rejects.toThrow('Larger than 25 MB')
})

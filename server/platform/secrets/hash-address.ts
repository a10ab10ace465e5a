import { keyedHash } from './seal.ts'

/** A person by their address, where the row that counts for them has no need to say who it is. */
export const hashAddress = ({ codePepper }: { codePepper: Buffer }, address: string) =>
  keyedHash(codePepper, `address ${address}`)

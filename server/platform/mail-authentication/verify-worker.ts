import { createReadStream } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { asciiDomain } from '#contract/email-address.ts'
import type { WorkerTask } from '#server/platform/mail-parsing/workers/worker-pool.ts'
import { type AskDns, dnsError } from './ask-dns.ts'
import type { Signed, Verified } from './verify-signatures.ts'

/** Verifies signatures with keys that were looked up before, so that DNS does not block this thread. */
export async function verify({ id, input: { raw, keys } }: WorkerTask<Signed>): Promise<Verified> {
  parentPort!.postMessage(id)
  const resolver: AskDns = async (name) => {
    const key = keys[asciiDomain(name)] ?? 'ENOTFOUND'
    if (typeof key === 'string') throw dnsError(key)
    return key
  }
  const source =
    raw instanceof Uint8Array ? Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength) : createReadStream(raw.path)
  const { headerFrom, fromFields, results } = await dkimVerify(source, { resolver, rejectRsaSha1: true })
  return {
    authors: fromFields === 1 ? headerFrom : [],
    signatures: results.flatMap(({ signingDomain, status }) => {
      const isPartial = 'underSized' in status && Boolean(status.underSized)
      return signingDomain ? [{ domain: asciiDomain(signingDomain), result: isPartial ? 'fail' : status.result }] : []
    }),
  }
}

export const wake = () => {}

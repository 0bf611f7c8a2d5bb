import { ScriptedSandbox } from './scripted-sandbox.ts'
import { sandboxContract } from './testing/sandbox-contract.ts'

sandboxContract({ name: 'scripted', environment: null, open: async () => new ScriptedSandbox() })

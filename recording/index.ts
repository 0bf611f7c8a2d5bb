/**
 * Everything that needs no other package: open recordings, read frames and signals, decode with catalogs, write, and keep
 * signals in a store of tiles. Exports to other formats (CSV, Parquet, MAT, ...) are in `@loggerhead/recording/exports`.
 */

// Bytes in and out
export { blobSource, memorySource, pagedSource, type ByteSource } from './byte-source.ts'
export { MemorySink, type ByteSink } from './byte-sink.ts'

// Moments
export { addNanoseconds, epochNanoseconds, instantFromEpochNanoseconds, nanosecondsBetween, type Instant } from './instant.ts'

// What can be wrong with a file
export { DamagedBlock, RecordingError, ShortRead, UnsupportedFeature, type RecordingProblem } from './recording-error.ts'

// Opening a recording
export { detectFormat, formats, readHeader } from './formats/registry.ts'
export { framesInOrder } from './formats/time-order.ts'
export type { Attachment, Format, FormatAbilities, FrameOrder, RecordingEvent } from './formats/format.ts'
export type { BusSummary, RecordingHeader } from './header.ts'

// All that there is to know of a recording, in one pass
export { readRecording, type ReadHeader, type ReadRecording } from './reading/recording-pass.ts'
export type { StoreOutcome, StoreOutput } from './reading/signal-output.ts'
export type { IdSummary } from './reading/id-tally.ts'
export type { Location } from './locations/locations.ts'
export type { TroubleCode, TroubleCodeStatus, VehicleFact } from './diagnostics/trouble-code.ts'

// Frames and signals, block by block
export { FrameBlockBuilder, frameFlag, framesPerBlock } from './frames.ts'
export type { Bus, BusKind, FrameBlock, FrameStream } from './frames.ts'
export { identity } from './signals.ts'
export type { Conversion, FrameOrigin, RawValues, SampleBlock, SignalDescription, SignalGroup, SignalStream } from './signals.ts'

// Catalogs
export { parseDbc } from './catalogs/dbc/parser.ts'
export { writeDbc } from './catalogs/dbc-writer.ts'
export { catalogFromForm, catalogToForm } from './catalogs/form.ts'
export { CatalogError } from './catalogs/catalog-error.ts'
export { CatalogLookup, type FoundMessage } from './catalogs/lookup.ts'
export { matchCatalog, suggestCatalogs } from './catalogs/matching.ts'
export type { BusMatch, CatalogMatch, CatalogSuggestion, MatchCounts, SeenIdentifier } from './catalogs/matching.ts'
export type { AppliedCatalog, Catalog, CatalogNote, Message, Signal } from './catalogs/catalog.ts'

// Decoding
export { decodeFrames, FrameDecoder } from './decode/decoder.ts'
export { physicalColumns, physicalOf } from './decode/physical.ts'

// A quicker zlib where the platform has one
export { inflateHere, setInflater, type Inflated, type Inflater } from './inflate.ts'

// Writing frames and signals
export { frameFormats } from './formats/writers.ts'
export { mf4Signals } from './formats/mf4/signal-format.ts'
export type { FrameFormat, FrameWriter, SignalFormat, SignalWriter } from './formats/format.ts'

// The signal store
export { buildSignalStore, type BuiltStore } from './signal-store/build.ts'
export { SignalStoreWriter, type SignalStoreOptions } from './signal-store/writer.ts'
export { isSignalStore, openSignalStore, type Samples, type SignalStore, type ValueAt } from './signal-store/store.ts'
export type { StoredSignal } from './signal-store/stored-signal.ts'
export type { Statistics } from './signal-store/statistics.ts'
export type { Tile } from './signal-store/tile.ts'

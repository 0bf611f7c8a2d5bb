"""The signal store of a recording: its decoded signals, as the server keeps them."""

from loggerhead.signal_store.store import SignalStore, StoredSignal, open_store

__all__ = ["SignalStore", "StoredSignal", "open_store"]

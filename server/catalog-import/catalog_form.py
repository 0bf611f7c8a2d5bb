"""The catalog's own form (recording/catalogs/form.ts), made of what cantools and ldfparser read."""

import math

MOST_NOTES = 500


def limit(value):
    return value if isinstance(value, (int, float)) and math.isfinite(value) else 0


def ranges_of(values):
    """Neighbouring values as ranges, ends included."""
    ranges = []
    for value in sorted(values):
        if ranges and value == ranges[-1][1] + 1:
            ranges[-1][1] = value
        else:
            ranges.append([value, value])
    return ranges


def without_none(fields):
    return {name: value for name, value in fields.items() if value not in (None, "", [], {}, False)}


def signal_form(signal):
    """A signal as cantools describes it."""
    conversion = signal.conversion
    required = {
        "name": signal.name,
        "startBit": signal.start,
        "bitCount": signal.length,
        "byteOrder": "little" if signal.byte_order == "little_endian" else "big",
        "signed": bool(signal.is_signed),
        "factor": conversion.scale,
        "offset": conversion.offset,
        "minimum": limit(signal.minimum),
        "maximum": limit(signal.maximum),
        "unit": signal.unit or "",
    }
    optional = {
        "float": bool(conversion.is_float),
        "comment": signal.comment,
        "names": [[value, str(name)] for value, name in (signal.choices or {}).items()],
        "multiplexer": bool(signal.is_multiplexer),
    }
    if signal.multiplexer_signal is not None and signal.multiplexer_ids:
        optional["multiplexed"] = {"by": signal.multiplexer_signal, "ranges": ranges_of(signal.multiplexer_ids)}
    return required | without_none(optional)


def message_form(message, bus_name, notes):
    """A frame as cantools describes it."""
    if getattr(message, "is_container", False) and message.contained_messages:
        notes.append(f"Message {message.name} contains other messages, which are passed over.")
    signals = []
    seen = set()
    for signal in message.signals:
        if signal.length < 1:
            notes.append(f"Signal {signal.name} of message {message.name} has no bits and is passed over.")
        elif signal.name in seen:
            notes.append(f"Message {message.name} has several signals {signal.name}; the first is kept.")
        else:
            seen.add(signal.name)
            signals.append(signal_form(signal))
    required = {
        "name": message.name,
        "id": message.frame_id,
        "extended": bool(message.is_extended_frame),
        "length": message.length,
        "signals": signals,
    }
    optional = {
        "fd": bool(message.is_fd),
        "j1939": message.protocol == "j1939",
        "cycleMs": message.cycle_time,
        "sender": (message.senders or [None])[0],
        "comment": message.comment,
        "attributes": {"Bus": bus_name} if bus_name else None,
    }
    return required | without_none(optional)


def can_form(database, bus):
    """All messages of a database; of `bus` alone when it is named. Several buses in one file leave their name behind."""
    notes = []
    buses = sorted({message.bus_name for message in database.messages if message.bus_name})
    if bus and bus not in buses:
        raise ValueError(f"The file has no bus {bus}; it has {', '.join(buses) or 'none'}.")
    messages = []
    taken = {}
    for message in database.messages:
        if bus and message.bus_name != bus:
            continue
        key = (message.frame_id, message.is_extended_frame)
        if key in taken:
            notes.append(f"Message {message.name} has the identifier of {taken[key]}, which is kept.")
            continue
        taken[key] = message.name
        messages.append(message_form(message, message.bus_name if len(buses) > 1 else None, notes))
    if len(buses) > 1 and not bus:
        notes.insert(0, f"The file describes {len(buses)} buses, taken together: {', '.join(buses)}.")
    return whole(messages, notes)


def lin_form(ldf):
    """All unconditional frames of a LIN description file."""
    from ldfparser.encoding import LogicalValue, PhysicalValue

    notes = []
    messages = []
    for frame in ldf.get_unconditional_frames():
        signals = []
        for start, signal in frame.signal_map:
            form = {
                "name": signal.name,
                "startBit": start,
                "bitCount": signal.width,
                "byteOrder": "little",
                "signed": False,
                "factor": 1,
                "offset": 0,
                "minimum": 0,
                "maximum": 0,
                "unit": "",
            }
            names = []
            scaled = False
            converters = signal.encoding_type.get_converters() if signal.encoding_type else []
            for converter in converters:
                if isinstance(converter, LogicalValue):
                    if converter.info:
                        names.append([converter.phy_value, converter.info])
                elif not isinstance(converter, PhysicalValue):
                    notes.append(f"Signal {signal.name} is text or decimal digits; it is taken as a number.")
                elif scaled:
                    notes.append(f"Signal {signal.name} has several scales; the first is kept.")
                else:
                    scaled = True
                    ends = [end * converter.scale + converter.offset for end in (converter.phy_min, converter.phy_max)]
                    form |= {"factor": converter.scale, "offset": converter.offset, "unit": converter.unit or ""}
                    form |= {"minimum": min(ends), "maximum": max(ends)}
            signals.append(form | without_none({"names": names}))
        message = {
            "name": frame.name,
            "id": frame.frame_id,
            "extended": False,
            "length": frame.length,
            "bus": "LIN",
            "signals": signals,
        }
        messages.append(message | without_none({"sender": frame.publisher.name if frame.publisher else None}))
    return whole(messages, notes)


def whole(messages, notes):
    left = len(notes) - MOST_NOTES
    listed = notes[:MOST_NOTES] + ([f"{left} more notes are not listed."] if left > 0 else [])
    return {
        "form": "loggerhead-catalog",
        "version": 1,
        "name": "",
        "messages": messages,
        # These readers tell no lines.
        "notes": [{"line": 0, "text": text} for text in listed],
    }

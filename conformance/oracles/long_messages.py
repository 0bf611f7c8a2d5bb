"""Long messages put together from classical frames: ISO 15765-2 (ISO-TP) and SAE J1939-21 (BAM and connections)."""

TP_CM, TP_DT = 0xEC00, 0xEB00


def parameter_group(identifier):
    group = (identifier >> 8) & 0x3FFFF
    return group & 0x3FF00 if (group & 0xFF00) < 0xF000 else group


class IsoTp:
    """One identifier of one bus, normal addressing."""

    def __init__(self):
        self.content = None

    def take(self, data):
        """The message that this frame completes, or None."""
        if not data:
            return None
        kind = data[0] >> 4
        if kind == 0:
            length = data[0] & 15
            self.content = None
            return data[1 : 1 + length] if 0 < length <= len(data) - 1 else None
        if kind == 1 and len(data) >= 2:
            self.length = (data[0] & 15) << 8 | data[1]
            self.content, self.expected = bytearray(data[2:]), 1
        elif kind == 2 and self.content is not None:
            if data[0] & 15 != self.expected:
                self.content = None
                return None
            self.expected = (self.expected + 1) & 15
            self.content += data[1:]
            if len(self.content) >= self.length:
                whole, self.content = bytes(self.content[: self.length]), None
                return whole
        return None


class J1939Transport:
    """One pair of sender and receiver of one bus."""

    def __init__(self):
        self.content = None

    def manage(self, data):
        if len(data) >= 8 and data[0] in (16, 32):
            self.length = data[1] | data[2] << 8
            self.group = data[5] | data[6] << 8 | data[7] << 16
            self.content, self.expected = bytearray(), 1

    def transfer(self, data):
        if self.content is None or not data or data[0] != self.expected:
            self.content = None
            return None
        self.expected += 1
        self.content += data[1:]
        if len(self.content) < self.length:
            return None
        whole, self.content = bytes(self.content[: self.length]), None
        return self.group, whole

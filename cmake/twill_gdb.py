# SPDX-License-Identifier: MIT
# Pretty-printers for gdb: arrays, views, shapes, vec, complex and 16-bit floats. In gdb, or in
# ~/.gdbinit: source <prefix>/share/gdb/twill_gdb.py
# Host elements are shown nested as their shape is, up to `set print elements`; memory of a device is
# not read. Strings use the types' data members alone, so that nothing of the program is called.
import re
import struct

import gdb
import gdb.printing


def values_of(fixed, rank):
    return [int(fixed["values"][i]) for i in range(rank)]


def template_arguments(value):
    return value.type.strip_typedefs().unqualified()


def text_of_shape(extents):
    return "(" + ", ".join(str(e) for e in extents) + ("," if len(extents) == 1 else "") + ")"


def most_elements():
    limit = gdb.parameter("print elements")
    return limit if limit else 1 << 20


class Strided:
    """Elements behind a pointer, an axis at a time."""

    def __init__(self, data, extents, strides):
        self.data, self.extents, self.strides = data, extents, strides

    def children(self):
        # A Strided of one axis less is no value of the program: rows are shown as text.
        if not self.extents:
            yield "element", self.data.dereference()
            return
        for i in range(min(self.extents[0], most_elements())):
            inner = Strided(self.data + i * self.strides[0], self.extents[1:], self.strides[1:])
            yield "[%d]" % i, inner.value()

    def value(self):
        if not self.extents:
            return self.data.dereference()
        return "{" + self.text(most_elements()) + "}"

    def text(self, budget):
        words = []
        for i in range(self.extents[0]):
            if i >= budget:
                words.append("...")
                break
            inner = Strided(self.data + i * self.strides[0], self.extents[1:], self.strides[1:])
            value = inner.value()
            words.append(value if isinstance(value, str) else value.format_string())
        return ", ".join(words)


class StorageOwner:
    """array and view: what they share."""

    def __init__(self, value, kind):
        self.value = value
        arguments = template_arguments(value)
        self.element = arguments.template_argument(0)
        self.rank = int(arguments.template_argument(1))
        self.space = re.sub(r"^.*::", "", str(arguments.template_argument(2)))
        self.kind = kind

    def shape(self):
        raise NotImplementedError

    def strides(self):
        raise NotImplementedError

    def data(self):
        return self.value["data_"]

    def to_string(self):
        text = "%s of %s %s" % (text_of_shape(self.shape()), self.element, self.kind)
        return text if self.space == "host_space" else text + " in " + self.space

    def display_hint(self):
        return "array"

    def children(self):
        if self.space == "device_space" or int(self.data()) == 0:
            return iter(())
        return Strided(self.data(), self.shape(), self.strides()).children()


class ArrayPrinter(StorageOwner):
    def __init__(self, value):
        super().__init__(value, "array")

    def shape(self):
        return values_of(self.value["shape_"], self.rank)

    def strides(self):
        strides, step = [], 1
        for extent in reversed(self.shape()):
            strides.insert(0, step)
            step *= extent
        return strides


class ViewPrinter(StorageOwner):
    def __init__(self, value):
        super().__init__(value, "view")

    def shape(self):
        return values_of(self.value["layout_"]["shape"], self.rank)

    def strides(self):
        return values_of(self.value["layout_"]["stride"], self.rank)


class ExtentsPrinter:
    def __init__(self, value):
        self.extents = values_of(value, int(template_arguments(value).template_argument(0)))

    def to_string(self):
        return text_of_shape(self.extents)


class VecPrinter:
    def __init__(self, value):
        arguments = template_arguments(value)
        self.count = int(arguments.template_argument(1))
        component = arguments.template_argument(0)
        self.first = value.address.cast(component.pointer()) if value.address else None
        self.value = value

    def to_string(self):
        if self.first is not None:
            parts = [self.first[k] for k in range(self.count)]
        else:
            base = self.value[self.value.type.fields()[0]]
            parts = [base[field] for field in base.type.fields()]
        return "(" + ", ".join(part.format_string() for part in parts) + ")"


class ComplexPrinter:
    def __init__(self, value):
        self.real, self.imag = value["real_"], value["imag_"]

    def to_string(self):
        return "%s%+gj" % (self.real, float(self.imag))


class HalfPrinter:
    def __init__(self, value):
        self.bits = int(value["bits_"])
        self.brain = "brain16" in str(template_arguments(value).template_argument(0))

    def to_string(self):
        if self.brain:
            return "%g" % struct.unpack("<f", struct.pack("<I", self.bits << 16))
        return "%g" % struct.unpack("<e", struct.pack("<H", self.bits))


def printers():
    collection = gdb.printing.RegexpCollectionPrettyPrinter("twill")
    for name, printer in {
        "array": ArrayPrinter,
        "view": ViewPrinter,
        "extents": ExtentsPrinter,
        "vec": VecPrinter,
        "complex": ComplexPrinter,
        "basic_half": HalfPrinter,
    }.items():
        collection.add_printer(name, r"^twill::(v\d+::)?%s<.*>$" % name, printer)
    return collection


gdb.printing.register_pretty_printer(gdb.current_objfile(), printers(), replace=True)

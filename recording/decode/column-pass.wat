;; What decoding does with each frame and with each value; column-pass-scalar.ts is the same in TypeScript. `npm run generate`
;; (tools/generated/column-pass.ts) compiles it to column-pass-module.ts: it puts the addresses of row-areas.ts in place of
;; {names}, and for {wordColumns} word-column.wat once for each kind of value.
;;
;; A unit has 16 bytes: how many rows it has, the least length of their payloads, the end of its rows in their new order (u32).
;; A place of the table has 16 bytes: both halves of a key (key-table.ts), its unit or -1 where it is free (i32).
(module
  (memory (export "memory") {pages})

  ;; Looks up the units of rows from $row on; gives the first row whose key is not in the table, or $count.
  (func (export "find") (param $row i32) (param $count i32) (result i32)
    (local $table i32) (local $mask i32) (local $multiplier i32)
    (local $flag i32) (local $id i32) (local $bus i32) (local $key i64) (local $place i32) (local $at i32) (local $unit i32)
    (local.set $table (i32.load (i32.const {table})))
    (local.set $mask (i32.sub (i32.load (i32.const {tableBytes})) (i32.const 16)))
    (local.set $multiplier (i32.load (i32.const {multiplier})))
    (block $missing
      (loop $next
        (br_if $missing (i32.ge_u (local.get $row) (local.get $count)))
        (local.set $flag (i32.load8_u offset={flags} (local.get $row)))
        ;; As key-table.ts: extended, remote and error above the identifier's 29 bits, CAN FD and reassembled above the bus.
        (local.set $id (i32.or
          (i32.load offset={id} (i32.shl (local.get $row) (i32.const 2)))
          (i32.shl (local.get $flag) (i32.const 29))))
        (local.set $bus (i32.or
          (i32.load16_u offset={bus} (i32.shl (local.get $row) (i32.const 1)))
          (i32.shl (i32.and (local.get $flag) (i32.const 0x90)) (i32.const 12))))
        (local.set $key (i64.or
          (i64.extend_i32_u (local.get $id))
          (i64.shl (i64.extend_i32_u (local.get $bus)) (i64.const 32))))
        (local.set $place (i32.and (local.get $mask) (i32.shl
          (i32.xor (i32.shr_u (i32.mul (local.get $id) (local.get $multiplier)) (i32.const 12))
            (i32.xor (local.get $bus) (i32.shr_u (local.get $bus) (i32.const 12))))
          (i32.const 4))))
        (loop $seek
          (local.set $at (i32.add (local.get $table) (local.get $place)))
          (local.set $unit (i32.load offset=8 (local.get $at)))
          (br_if $missing (i32.eq (local.get $unit) (i32.const -1)))
          (if (i64.ne (i64.load (local.get $at)) (local.get $key))
            (then
              (local.set $place (i32.and (local.get $mask) (i32.add (local.get $place) (i32.const 16))))
              (br $seek))))
        (i32.store offset={units} (i32.shl (local.get $row) (i32.const 2)) (local.get $unit))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $next)))
    (local.get $row))

  ;; Lays $count rows (1 or more) down unit by unit, rows of a unit in their order, and notes the least start and the greatest
  ;; end of their data.
  (func (export "sort") (param $count i32) (param $unitCount i32)
    (local $row i32) (local $byUnit i32) (local $at i32) (local $end i32) (local $next i32) (local $bytes i32)
    (local $start i32) (local $lowest i32) (local $highest i32)
    (local.set $byUnit (i32.load (i32.const {byUnit})))
    (local.set $lowest (i32.const -1))
    (loop $each
      (local.set $bytes (i32.load16_u offset={length} (i32.shl (local.get $row) (i32.const 1))))
      (local.set $start (i32.load offset={dataStart} (i32.shl (local.get $row) (i32.const 2))))
      (if (i32.lt_u (local.get $start) (local.get $lowest)) (then (local.set $lowest (local.get $start))))
      (local.set $start (i32.add (local.get $start) (local.get $bytes)))
      (if (i32.gt_u (local.get $start) (local.get $highest)) (then (local.set $highest (local.get $start))))
      (local.set $at (i32.add (local.get $byUnit)
        (i32.shl (i32.load offset={units} (i32.shl (local.get $row) (i32.const 2))) (i32.const 4))))
      (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (i32.const 1)))
      (if (i32.lt_u (local.get $bytes) (i32.load offset=4 (local.get $at)))
        (then (i32.store offset=4 (local.get $at) (local.get $bytes))))
      (br_if $each (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 1))) (local.get $count))))
    (i32.store (i32.const {lowest}) (local.get $lowest))
    (i32.store (i32.const {highest}) (local.get $highest))
    (local.set $at (local.get $byUnit))
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $unitCount) (i32.const 4))))
    (loop $each
      (i32.store offset=8 (local.get $at) (local.get $next))
      (local.set $next (i32.add (local.get $next) (i32.load (local.get $at))))
      (br_if $each (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
    (local.set $row (i32.const 0))
    (loop $each
      (local.set $at (i32.add (local.get $byUnit)
        (i32.shl (i32.load offset={units} (i32.shl (local.get $row) (i32.const 2))) (i32.const 4))))
      (local.set $next (i32.load offset=8 (local.get $at)))
      (i32.store16 offset={rows} (i32.shl (local.get $next) (i32.const 1)) (local.get $row))
      (i32.store offset=8 (local.get $at) (i32.add (local.get $next) (i32.const 1)))
      (br_if $each (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 1))) (local.get $count)))))

  ;; Copies the times of $count rows to $times, and $stride bytes (a multiple of 8) of each payload to $payloads, one below the
  ;; other. Behind a short payload stands anything.
  (func (export "gather") (param $rows i32) (param $count i32) (param $stride i32) (param $payloads i32) (param $times i32)
    (local $data i32) (local $end i32) (local $row i32) (local $from i32) (local $rowEnd i32)
    (local.set $data (i32.load (i32.const {data})))
    (local.set $end (i32.add (local.get $rows) (i32.shl (local.get $count) (i32.const 1))))
    (loop $each
      (local.set $row (i32.load16_u (local.get $rows)))
      (f64.store (local.get $times) (f64.load offset={timeNs} (i32.shl (local.get $row) (i32.const 3))))
      (local.set $from (i32.add (local.get $data) (i32.load offset={dataStart} (i32.shl (local.get $row) (i32.const 2)))))
      (i64.store (local.get $payloads) (i64.load (local.get $from)))
      (local.set $rowEnd (i32.add (local.get $payloads) (local.get $stride)))
      (local.set $payloads (i32.add (local.get $payloads) (i32.const 8)))
      (if (i32.lt_u (local.get $payloads) (local.get $rowEnd))
        (then
          (loop $more
            (local.set $from (i32.add (local.get $from) (i32.const 8)))
            (i64.store (local.get $payloads) (i64.load (local.get $from)))
            (br_if $more (i32.lt_u (local.tee $payloads (i32.add (local.get $payloads) (i32.const 8))) (local.get $rowEnd))))))
      (local.set $times (i32.add (local.get $times) (i32.const 8)))
      (br_if $each (i32.lt_u (local.tee $rows (i32.add (local.get $rows) (i32.const 2))) (local.get $end)))))

  ;; A column is described by 80 bytes (column-set.ts): 0 kind, 4 bytes of a value, 8 high part: byte, shift left, shift right,
  ;; sign bit or 0; 24 low part: byte, shift left, shift right; 36 rounded, out; 40 factor, offset, span of the low part (f64);
  ;; 64 the order of a word's bytes (v128). A word is `(bytes << left) >>> right`, its sign bit spread by `(x ^ sign) - sign`.
  {wordColumns}

  ;; One word of the payload at $p, as 64 bits with its sign. $part: the address of its part of the $column's description.
  (func $word (param $p i32) (param $part i32) (param $column i32) (param $sign i32) (result i64)
    (i64.sub
      (i64.xor
        (i64.extend_i32_u (i32.shr_u
          (i32.shl
            (i32x4.extract_lane 0 (i8x16.swizzle
              (v128.load32_zero (i32.add (local.get $p) (i32.load (local.get $part))))
              (v128.load offset=64 (local.get $column))))
            (i32.load offset=4 (local.get $part)))
          (i32.load offset=8 (local.get $part))))
        (i64.extend_i32_u (local.get $sign)))
      (i64.extend_i32_u (local.get $sign))))

  (func $high (param $p i32) (param $column i32) (result i64)
    (call $word (local.get $p) (i32.add (local.get $column) (i32.const 8)) (local.get $column)
      (i32.load offset=20 (local.get $column))))

  (func $low (param $p i32) (param $column i32) (result i64)
    (call $word (local.get $p) (i32.add (local.get $column) (i32.const 24)) (local.get $column) (i32.const 0)))

  ;; Integers that reach over two words, into 4 bytes.
  (func $two_words_32 (param $column i32) (param $p i32) (param $stride i32) (param $count i32) (param $out i32)
    (local $lowBits i64)
    (local.set $lowBits (i64.extend_i32_u (i32.sub (i32.const 32) (i32.load offset=32 (local.get $column)))))
    (loop $each
      (i64.store32 (local.get $out) (i64.or
        (i64.shl (call $high (local.get $p) (local.get $column)) (local.get $lowBits))
        (call $low (local.get $p) (local.get $column))))
      (local.set $p (i32.add (local.get $p) (local.get $stride)))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $each (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))

  ;; The same into doubles, which may have to round.
  (func $two_words_64 (param $column i32) (param $p i32) (param $stride i32) (param $count i32) (param $out i32)
    (local $high f64) (local $low f64) (local $sum f64) (local $rounded i32)
    (loop $each
      (local.set $high (f64.mul
        (f64.convert_i64_s (call $high (local.get $p) (local.get $column)))
        (f64.load offset=56 (local.get $column))))
      (local.set $low (f64.convert_i64_s (call $low (local.get $p) (local.get $column))))
      (local.set $sum (f64.add (local.get $high) (local.get $low)))
      (local.set $rounded (i32.or (local.get $rounded)
        (f64.ne (f64.sub (local.get $sum) (local.get $high)) (local.get $low))))
      (f64.store (local.get $out) (f64.add
        (f64.mul (local.get $sum) (f64.load offset=40 (local.get $column))) (f64.load offset=48 (local.get $column))))
      (local.set $p (i32.add (local.get $p) (local.get $stride)))
      (local.set $out (i32.add (local.get $out) (i32.const 8)))
      (br_if $each (local.tee $count (i32.sub (local.get $count) (i32.const 1)))))
    (if (local.get $rounded) (then (i32.store offset=36 (local.get $column) (i32.const 1)))))

  ;; Doubles at whole bytes.
  (func $doubles (param $column i32) (param $p i32) (param $stride i32) (param $count i32) (param $out i32)
    (local.set $p (i32.add (local.get $p) (i32.load offset=8 (local.get $column))))
    (loop $each
      (f64.store (local.get $out) (f64.add
        (f64.mul
          (f64x2.extract_lane 0 (i8x16.swizzle (v128.load64_zero (local.get $p)) (v128.load offset=64 (local.get $column))))
          (f64.load offset=40 (local.get $column)))
        (f64.load offset=48 (local.get $column))))
      (local.set $p (i32.add (local.get $p) (local.get $stride)))
      (local.set $out (i32.add (local.get $out) (i32.const 8)))
      (br_if $each (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))

  ;; The values of one column, of $count payloads (1 or more) from $p on, to $out. Of up to three payloads more anything is
  ;; read and written. Of kind 0 TypeScript makes the values.
  (func $column (export "column") (param $column i32) (param $p i32) (param $stride i32) (param $count i32) (param $out i32)
    (block $none (block $double (block $two64 (block $two32 (block $single (block $unsigned (block $signed
      (block $bytes4 (block $bytes2 (block $bytes1
        (br_table $none $bytes1 $bytes2 $bytes4 $signed $unsigned $single $two32 $two64 $double $none
          (i32.load (local.get $column))))
      (return (call $word_8 (local.get $column) (local.get $p) (local.get $stride) (local.get $count) (local.get $out))))
      (return (call $word_16 (local.get $column) (local.get $p) (local.get $stride) (local.get $count) (local.get $out))))
      (return (call $word_32 (local.get $column) (local.get $p) (local.get $stride) (local.get $count) (local.get $out))))
      (return (call $word_signed (local.get $column) (local.get $p) (local.get $stride) (local.get $count) (local.get $out))))
      (return (call $word_unsigned (local.get $column) (local.get $p) (local.get $stride) (local.get $count) (local.get $out))))
      (return (call $word_single (local.get $column) (local.get $p) (local.get $stride) (local.get $count) (local.get $out))))
      (return (call $two_words_32 (local.get $column) (local.get $p) (local.get $stride) (local.get $count) (local.get $out))))
      (return (call $two_words_64 (local.get $column) (local.get $p) (local.get $stride) (local.get $count) (local.get $out))))
      (return (call $doubles (local.get $column) (local.get $p) (local.get $stride) (local.get $count) (local.get $out)))))

  ;; All of the $columns columns described from $column on, into columns with $room rows, the first of them at $base, from row
  ;; $at on.
  (func (export "columns") (param $column i32) (param $columns i32) (param $p i32) (param $stride i32) (param $count i32)
    (param $base i32) (param $room i32) (param $at i32)
    (local $bytes i32)
    (loop $each
      (local.set $bytes (i32.load offset=4 (local.get $column)))
      (call $column (local.get $column) (local.get $p) (local.get $stride) (local.get $count)
        (i32.add (local.get $base) (i32.mul (local.get $bytes) (local.get $at))))
      ;; As columnPitch in column-set.ts: whole doubles, and 32 bytes for what is written too much.
      (local.set $base (i32.add (local.get $base)
        (i32.and (i32.add (i32.mul (local.get $bytes) (local.get $room)) (i32.const 39)) (i32.const -8))))
      (local.set $column (i32.add (local.get $column) (i32.const 80)))
      (br_if $each (local.tee $columns (i32.sub (local.get $columns) (i32.const 1)))))))

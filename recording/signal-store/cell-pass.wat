  ;; The pass over raw values of one type, {type}; `npm run generate` fills in each of the eight types
  ;; (tools/generated/cell-pass.ts) and writes cell-pass-module.ts.

  ;; Least, greatest, first and last of each 64 consecutive values from $at on, to one column each.
  ;; NaN is passed over: pmin(a, b) is a unless b < a. A cell of NaN alone gets NaN.
  (func (export "cells_{type}")
    (param $at i32) (param $cells i32) (param $least i32) (param $greatest i32) (param $first i32) (param $last i32)
    (local $begin i32) (local $end i32) (local $seek i32) (local $one {scalar})
    (local $x v128) (local $low v128) (local $low2 v128) (local $low3 v128) (local $low4 v128)
    (local $high v128) (local $high2 v128) (local $high3 v128) (local $high4 v128)
    (block $done
      (br_if $done (i32.eqz (local.get $cells)))
      (loop $cell
        (local.set $begin (local.get $at))
        (local.set $end (i32.add (local.get $at) (i32.const {cellBytes})))
        (local.set $low (v128.const {startLeast}))
        (local.set $low2 (local.get $low))
        (local.set $low3 (local.get $low))
        (local.set $low4 (local.get $low))
        (local.set $high (v128.const {startGreatest}))
        (local.set $high2 (local.get $high))
        (local.set $high3 (local.get $high))
        (local.set $high4 (local.get $high))
        ;; Four of each, so that no step waits for the one before.
        (loop $next
          (local.set $x (v128.load (local.get $at)))
          (local.set $low ({min} (local.get $low) (local.get $x)))
          (local.set $high ({max} (local.get $high) (local.get $x)))
          (local.set $x (v128.load offset=16 (local.get $at)))
          (local.set $low2 ({min} (local.get $low2) (local.get $x)))
          (local.set $high2 ({max} (local.get $high2) (local.get $x)))
          (local.set $x (v128.load offset=32 (local.get $at)))
          (local.set $low3 ({min} (local.get $low3) (local.get $x)))
          (local.set $high3 ({max} (local.get $high3) (local.get $x)))
          (local.set $x (v128.load offset=48 (local.get $at)))
          (local.set $low4 ({min} (local.get $low4) (local.get $x)))
          (local.set $high4 ({max} (local.get $high4) (local.get $x)))
          (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 64))) (local.get $end))))
        (local.set $low ({min} ({min} (local.get $low) (local.get $low2)) ({min} (local.get $low3) (local.get $low4))))
        (local.set $high ({max} ({max} (local.get $high) (local.get $high2)) ({max} (local.get $high3) (local.get $high4))))
        {reduce}
        {storeExtremes}
        {storeEnds}
        (local.set $least (i32.add (local.get $least) (i32.const {bytes})))
        (local.set $greatest (i32.add (local.get $greatest) (i32.const {bytes})))
        (local.set $first (i32.add (local.get $first) (i32.const {bytes})))
        (local.set $last (i32.add (local.get $last) (i32.const {bytes})))
        (br_if $cell (local.tee $cells (i32.sub (local.get $cells) (i32.const 1)))))))

  ;; The sum of $count values (a multiple of 4) that are not NaN, as four sums of every fourth value; how many are not NaN
  ;; is the result, the sum is stored at $to.
  (func (export "sum_{type}") (param $at i32) (param $count i32) (param $to i32) (result i32)
    (local $end i32) (local $numbers i32) (local $v f64) (local $a f64) (local $b f64) (local $c f64) (local $d f64)
    (local.set $end (i32.add (local.get $at) (i32.mul (local.get $count) (i32.const {bytes}))))
    (local.set $numbers (local.get $count))
    (block $done
      (br_if $done (i32.eqz (local.get $count)))
      (loop $next
        {sumOfFour}
        (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const {fourBytes}))) (local.get $end)))))
    (f64.store (local.get $to)
      (f64.add (f64.add (local.get $a) (local.get $b)) (f64.add (local.get $c) (local.get $d))))
    (local.get $numbers))

;; Dot products of one row of 16-bit numbers with many rows of bytes, exact in 32 bits.
(module
  (import "js" "memory" (memory 1))
  ;; query: i16 a dimension; rows: i8, one row after another; dots: i32 a row; dims: a multiple of 16, count: at least 1
  (func (export "dotRows")
    (param $query i32) (param $rows i32) (param $dots i32) (param $dims i32) (param $count i32)
    (local $q i32) (local $end i32) (local $b v128) (local $x v128) (local $y v128)
    (loop $row
      (local.set $x (v128.const i32x4 0 0 0 0))
      (local.set $y (v128.const i32x4 0 0 0 0))
      (local.set $q (local.get $query))
      (local.set $end (i32.add (local.get $rows) (local.get $dims)))
      (loop $part
        (local.set $b (v128.load (local.get $rows)))
        (local.set $x (i32x4.add (local.get $x)
          (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $b)) (v128.load (local.get $q)))))
        (local.set $y (i32x4.add (local.get $y)
          (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $b)) (v128.load offset=16 (local.get $q)))))
        (local.set $q (i32.add (local.get $q) (i32.const 32)))
        (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
        (br_if $part (i32.lt_u (local.get $rows) (local.get $end))))
      (local.set $x (i32x4.add (local.get $x) (local.get $y)))
      (i32.store (local.get $dots)
        (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $x)) (i32x4.extract_lane 1 (local.get $x)))
          (i32.add (i32x4.extract_lane 2 (local.get $x)) (i32x4.extract_lane 3 (local.get $x)))))
      (local.set $dots (i32.add (local.get $dots) (i32.const 4)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br_if $row (local.get $count)))))

package eddy.bench.peers.work.scimark

private[scimark] def mean(numbers: Array[Double]): Double =
  var sum = 0.0
  var i = 0
  while i < numbers.length do
    sum += numbers(i)
    i += 1
  sum / numbers.length

/** Of a square matrix. */
private[scimark] def mean(rows: Array[Array[Double]]): Double =
  var sum = 0.0
  for row <- rows do
    var i = 0
    while i < row.length do
      sum += row(i)
      i += 1
  sum / (rows.length * rows.length)

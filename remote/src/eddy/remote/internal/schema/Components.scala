package eddy.remote.internal.schema

/** Which types without a name of their own contain themselves without a named type in between. Tarjan's
  * strongly connected components, in loops.
  */
private[schema] object Components:
  /** Calls `visit` for each type without labels, after those in it, but for those that contain it.
    *
    * @param visit the type, and whether it contains itself
    */
  def eachUnnamed(nodes: IArray[SchemaType])(visit: (Int, Boolean) => Unit): Unit =
    val size = nodes.length
    // 0: not met
    val number = new Array[Int](size)
    val lowest = new Array[Int](size)
    val isOpen = new Array[Boolean](size)
    val next = new Array[Int](size)
    var met = 0
    val path = IntStack()
    val open = IntStack()
    def begin(i: Int): Unit =
      met += 1
      number(i) = met
      lowest(i) = met
      isOpen(i) = true
      path.push(i)
      open.push(i)
    def end(i: Int): Unit =
      if !path.isEmpty then lowest(path.top) = math.min(lowest(path.top), lowest(i))
      if lowest(i) == number(i) then
        val isCyclic = open.top != i || nodes(i).children.contains(i)
        var member = -1
        while member != i do
          member = open.pop()
          isOpen(member) = false
          visit(member, isCyclic)
    for root <- 0 until size if !nodes(root).kind.hasLabels && number(root) == 0 do
      begin(root)
      while !path.isEmpty do
        val i = path.top
        if next(i) < nodes(i).children.size then
          val child = nodes(i).children(next(i))
          next(i) += 1
          if nodes(child).kind.hasLabels then ()
          else if number(child) == 0 then begin(child)
          else if isOpen(child) then lowest(i) = math.min(lowest(i), number(child))
        else
          path.pop(): Unit
          end(i)
  end eachUnnamed
end Components

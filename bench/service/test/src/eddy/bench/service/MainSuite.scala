package eddy.bench.service

import eddy.bench.web.WebContract

class MainSuite extends WebContract:
  protected def contender = WebContract.jvm("eddy", "eddy.bench.service.Main")

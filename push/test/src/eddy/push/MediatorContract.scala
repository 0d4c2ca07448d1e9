package eddy.push

/** What every [[Mediator]] must do, whatever service is behind it. */
abstract class MediatorContract
    extends DeliveryContract, ContentContract, HistoryContract, FaultContract, EndsContract

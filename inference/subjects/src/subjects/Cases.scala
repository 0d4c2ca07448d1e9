package subjects

object Cases:
  val all: List[Case] =
    ObjectCases.all ++ CallCases.all ++ ShapeCases.all ++ InterfaceCases.all ++ LibraryCases.all ++ ArrayCases.all ++ AliasCases.all ++ BehindCases.all ++ FunctionCases.all ++ KeptCases.all ++ MissedCases.all ++ MissedCases.ofPackages ++ MissedCases.ofArguments ++ MissedCases.ofReturned ++ OverrideCases.all ++ PassedCases.all ++ SafeCases.all ++ SerialisationCases.all ++ SnapshotCases.all ++ StandingCases.all ++ ThreadCases.all

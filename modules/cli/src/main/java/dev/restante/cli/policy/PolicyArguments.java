package dev.restante.cli.policy;

import dev.restante.cli.shell.ConstantText;
import dev.restante.option.PolicyKind;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Arguments that name a policy: its pattern and its kind. */
final class PolicyArguments {

    static final class Kinds extends ConstantText.Candidates {
        Kinds() {
            super(PolicyKind.values());
        }
    }

    @Parameters(
            index = "0",
            paramLabel = "PATTERN",
            description = "Pattern of names, in which * stands for one segment and # for any number of segments."
                    + " Quote it, so that the shell does not expand it.")
    private String pattern = "";

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            completionCandidates = Kinds.class,
            description = "Kind of the entities: ${COMPLETION-CANDIDATES} (default queues)")
    private PolicyKind kind = PolicyKind.QUEUES;

    String pattern() {
        return pattern;
    }

    PolicyKind kind() {
        return kind;
    }

    String notFoundText() {
        return "there is no policy '" + pattern + "' for " + ConstantText.format(kind.name());
    }
}

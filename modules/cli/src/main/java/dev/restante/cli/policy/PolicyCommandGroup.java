package dev.restante.cli.policy;

import picocli.CommandLine.Command;

/** Group of the commands on policies. */
@Command(
        name = "policy",
        sortOptions = false,
        description = "Policies, which set options by a pattern of names: list, show, set, remove.",
        subcommands = {
            PolicyListCommand.class,
            PolicyShowCommand.class,
            PolicySetCommand.class,
            PolicyRemoveCommand.class
        })
public final class PolicyCommandGroup {}

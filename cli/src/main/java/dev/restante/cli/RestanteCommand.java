package dev.restante.cli;

import dev.restante.cli.shell.GlobalOptions;
import dev.restante.cli.shell.Shell;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;

/** The command that has all others. */
@Command(
        name = "restante",
        mixinStandardHelpOptions = true,
        versionProvider = RestanteCommand.Version.class,
        scope = picocli.CommandLine.ScopeType.INHERIT,
        synopsisSubcommandLabel = "COMMAND",
        sortOptions = false,
        abbreviateSynopsis = true,
        description = "Administers the queues and messages of a Restante store.")
final class RestanteCommand {

    /** Of the root only. */
    static final String[] FOOTER = {
        "",
        "Exit codes: 0 done; 1 failed; 2 usage; 3 not found; 4 refused (in use, not empty,",
        "exists already); 5 the store can't be reached or opened; 6 wrong credentials;",
        "7 nothing received; 8 not known whether it took effect; 130 interrupted.",
        "",
        "restante COMMAND --help tells more. All commands: docs/command-line.md"
    };

    @Mixin
    private final GlobalOptions options;

    RestanteCommand(Shell shell) {
        this.options = shell.options();
    }

    /** The options that all commands have. */
    GlobalOptions options() {
        return options;
    }

    /** The version, from the manifest of the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            Module module = Main.class.getModule();
            String version = module.isNamed()
                    ? module.getDescriptor().rawVersion().orElse(null)
                    : Main.class.getPackage().getImplementationVersion();
            return new String[] {"restante " + (version == null ? "(not packaged)" : version)};
        }
    }
}

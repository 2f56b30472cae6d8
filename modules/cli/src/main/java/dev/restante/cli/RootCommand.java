package dev.restante.cli;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.GlobalOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;

/** Root command {@code restante}, which holds the global options and the help footer. */
@Command(
        name = "restante",
        mixinStandardHelpOptions = true,
        versionProvider = RootCommand.Version.class,
        scope = picocli.CommandLine.ScopeType.INHERIT,
        synopsisSubcommandLabel = "COMMAND",
        sortOptions = false,
        abbreviateSynopsis = true,
        description = "Administers the queues and messages of a Restante store.")
final class RootCommand {

    /** Help footer, which subcommands do not inherit. */
    static final String[] FOOTER = {
        "",
        "Exit codes: 0 done; 1 failed; 2 usage; 3 not found; 4 rejected (in use, not empty,",
        "exists already); 5 the store cannot be reached or opened; 6 wrong credentials;",
        "7 no message received; 8 outcome unknown; 9 migrated in part; 130 interrupted.",
        "",
        "restante COMMAND --help shows the options of a command. All commands: docs/reference/command-line.md"
    };

    @Mixin
    private final GlobalOptions options;

    RootCommand(CommandContext context) {
        this.options = context.options();
    }

    GlobalOptions options() {
        return options;
    }

    /** Provider of the version, which is in the module descriptor or in the manifest of the jar. */
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

package dev.restante.cli.migrate;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code restante migrate artemis}: translates a {@code broker.xml} into commands, without opening a store. */
@Command(
        name = "artemis",
        sortOptions = false,
        description = "Prints a shell script whose commands create the queues, topics, policies, subscriptions and"
                + " forwards of a broker.xml of ActiveMQ Artemis. The end of the script lists the settings without"
                + " equivalent. Exit code 9 means that there are some.")
final class ArtemisCommand implements Callable<Integer> {

    private final CommandContext context;

    @Parameters(paramLabel = "FILE", description = "Configuration file of Artemis, such as etc/broker.xml")
    private Path file = Path.of("");

    @Option(
            names = "--property",
            paramLabel = "NAME=VALUE",
            description = "Value of a property such as $${NAME} in the file; repeatable")
    private List<String> properties = List.of();

    ArtemisCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws Exception {
        PropertyValues values = new PropertyValues(propertyValues());
        if (Files.isDirectory(file)) {
            throw new CommandException(ExitCode.FAILED, file + " is a directory. Give the file, such as broker.xml");
        }
        MigrationScript script = translated(values);
        Optional<String> unused = values.unused();
        if (unused.isPresent()) {
            throw CommandException.usage("--property " + unused.get() + ": the file has no property of this name");
        }
        if (context.output().json()) {
            context.output().object(script.toJson());
        } else {
            script.lines(String.valueOf(file.getFileName())).forEach(context.out()::println);
        }
        int lost = script.lost().size();
        if (lost > 0) {
            throw new CommandException(
                    ExitCode.INCOMPLETE,
                    lost + (lost == 1 ? " setting has" : " settings have")
                            + " no equivalent. The end of the output lists the remedies");
        }
        return ExitCode.OK;
    }

    @SuppressWarnings("UnusedException") // the exception has only a message
    private MigrationScript translated(PropertyValues values) throws IOException, CommandException {
        try {
            return BrokerXmlTranslator.translate(file, values);
        } catch (InvalidBrokerXmlException e) {
            throw new CommandException(ExitCode.FAILED, file + ", " + e.getMessage());
        }
    }

    private Map<String, String> propertyValues() throws CommandException {
        Map<String, String> values = new LinkedHashMap<>();
        for (String property : properties) {
            int end = property.indexOf('=');
            if (end <= 0) {
                throw CommandException.usage("--property '" + property + "' does not have the form NAME=VALUE");
            }
            values.put(property.substring(0, end), property.substring(end + 1));
        }
        return values;
    }
}

package dev.restante.cli;

import dev.restante.cli.console.ConsoleCommand;
import dev.restante.cli.console.HashPasswordCommand;
import dev.restante.cli.entity.ListCommand;
import dev.restante.cli.entity.NodesCommand;
import dev.restante.cli.entity.QueueCommand;
import dev.restante.cli.entity.StatsCommand;
import dev.restante.cli.entity.StoreGroup;
import dev.restante.cli.entity.TopCommand;
import dev.restante.cli.entity.TopicCommand;
import dev.restante.cli.message.MessageCommands;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.Failures;
import dev.restante.cli.shell.NearestWords;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.subscription.SubscriptionCommand;
import dev.restante.cli.transaction.TransactionCommands;
import dev.restante.option.DurationText;
import dev.restante.option.OptionText;
import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code bin/restante}. */
public final class Main {

    private static final String LOG_LEVEL = "org.slf4j.simpleLogger.defaultLogLevel";
    private static final int SECONDS_TO_END = 15;

    /** What somebody may try, whom the usual message would answer with the password. */
    private static final Pattern PASSWORD = Pattern.compile("--?(password|pass|pw)(=.*)?", Pattern.DOTALL);

    /** What is about entities, in the order in which help shows it. */
    private static final List<Class<?>> ABOUT_ENTITIES = List.of(
            QueueCommand.class,
            TopicCommand.class,
            SubscriptionCommand.class,
            StoreGroup.class,
            NodesCommand.class,
            ListCommand.class,
            StatsCommand.class,
            TopCommand.class);

    private Main() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        if (System.getProperty(LOG_LEVEL) == null) {
            // Refusals are reported by the command itself.
            System.setProperty(LOG_LEVEL, List.of(arguments).contains("--verbose") ? "info" : "off");
        }
        Shell shell = Shell.ofProcess();
        Thread main = Thread.currentThread();
        CountDownLatch ended = new CountDownLatch(1);
        // Ctrl-C: the command ends what it is at, and leaves the store in order.
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            if (ended.getCount() > 0) {
                                shell.interrupt();
                                main.interrupt();
                                awaitEnd(ended);
                            }
                        },
                        "restante-interrupt"));
        int exitCode = run(shell, arguments);
        shell.out().flush();
        ended.countDown();
        System.exit(exitCode);
    }

    @SuppressWarnings("CatchAndPrintStackTrace")
    private static void awaitEnd(CountDownLatch ended) {
        try {
            if (!ended.await(SECONDS_TO_END, TimeUnit.SECONDS)) {
                System.err.println("restante: did not end within " + SECONDS_TO_END
                        + " s; what it held in a shared store is released when its lease runs out");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Runs a command in this process.
     *
     * @return one of {@link ExitCode}
     */
    public static int run(Shell shell, String... arguments) {
        if (Stream.of(arguments).anyMatch(PASSWORD.asMatchPredicate())) {
            shell.note("restante: there is no option for a password, which others could see in the list of processes:"
                    + " set RESTANTE_PASSWORD, or use --password-file or --ask-password");
            return ExitCode.USAGE;
        }
        CommandLine commandLine = commandLine(shell);
        int exitCode = commandLine.execute(arguments.length == 0 ? new String[] {"--help"} : arguments);
        shell.out().flush();
        return exitCode;
    }

    /** The commands and their options. */
    static CommandLine commandLine(Shell shell) {
        IFactory factory = new ShellFactory(shell);
        CommandLine commandLine = new CommandLine(new RestanteCommand(shell), factory);
        // Whose arguments are made of the table of options: only a command line of its own lets them be added.
        ABOUT_ENTITIES.forEach(type -> commandLine.addSubcommand(new CommandLine(type, factory)));
        MessageCommands.all().forEach(commandLine::addSubcommand);
        TransactionCommands.all().forEach(commandLine::addSubcommand);
        commandLine.addSubcommand(ConsoleCommand.class);
        commandLine.addSubcommand(HashPasswordCommand.class);
        commandLine.addSubcommand(AutoComplete.GenerateCompletion.class);
        commandLine.getCommandSpec().usageMessage().footer(RestanteCommand.FOOTER);
        return commandLine
                .setOut(new PrintWriter(shell.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(shell.err(), true, StandardCharsets.UTF_8))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOverwrittenOptionsAllowed(false)
                .setUsageHelpAutoWidth(false)
                .setUsageHelpWidth(Math.min(120, Math.max(80, shell.terminal().columns())))
                .setColorScheme(Help.defaultColorScheme(shell.colours() ? Help.Ansi.ON : Help.Ansi.OFF))
                .registerConverter(Duration.class, text -> read(DurationText::parse, text))
                .registerConverter(int.class, text -> read(OptionText.INTEGER.parse(), text))
                .registerConverter(Integer.class, text -> read(OptionText.INTEGER.parse(), text))
                .registerConverter(long.class, text -> read(OptionText.LONG.parse(), text))
                .registerConverter(Long.class, text -> read(OptionText.LONG.parse(), text))
                .registerConverter(double.class, text -> read(OptionText.NUMBER.parse(), text))
                .registerConverter(Double.class, text -> read(OptionText.NUMBER.parse(), text))
                .setParameterExceptionHandler((failure, unused) -> usage(shell, failure))
                .setExecutionExceptionHandler((failure, unused, result) -> Failures.report(shell, failure));
    }

    @SuppressWarnings("UnusedException") // whose text is all that it has
    private static <T> T read(Function<String, T> parse, String text) {
        try {
            return parse.apply(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    private static int usage(Shell shell, ParameterException failure) {
        CommandLine command = failure.getCommandLine();
        shell.note("restante: " + Failures.reason(failure) + suggestion(failure) + "; see "
                + command.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE;
    }

    /** Asks for the command or the option that a mistyped word means. */
    private static String suggestion(ParameterException failure) {
        if (!(failure instanceof UnmatchedArgumentException unmatched)) {
            return "";
        }
        String word = unmatched.getUnmatched().get(0).split("=", 2)[0];
        CommandSpec command = failure.getCommandLine().getCommandSpec();
        Set<String> known = word.startsWith("-")
                ? command.optionsMap().keySet()
                : command.subcommands().keySet();
        return NearestWords.question(NearestWords.to(word, known));
    }

    /** Makes commands, which get the shell where they want it. */
    private record ShellFactory(Shell shell) implements IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                if (List.of(constructor.getParameterTypes()).equals(List.of(Shell.class))) {
                    constructor.setAccessible(true);
                    return type.cast(constructor.newInstance(shell));
                }
            }
            return CommandLine.defaultFactory().create(type);
        }
    }
}

package dev.restante.cli.shell;

import dev.restante.api.ErrorCodes;
import dev.restante.api.OutcomeUnknownException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reporter of failures: prints one line without secrets and determines the exit code. */
public final class FailureReporter {

    /** Remedy for data that does not fit into the heap. */
    public static final String LARGER_HEAP = "Start the command with a larger heap (-Xmx in RESTANTE_JAVA_OPTIONS).";

    private static final Pattern SECRET = Pattern.compile("(?i)([\\w.]*(?:pas?s?w|pwd|secret)\\w*=)[^;&\\s'\"]*");

    /** Id of an entry in a log that this process does not keep. */
    private static final Pattern TRACKING = Pattern.compile(" \\[tracking id [^\\]]*\\]$");

    private static final Pattern USER_INFO = Pattern.compile("(?<=//)[^\\s'\"]*@|[^/?@:\\s]+:[^?\\s'\"]+@");

    private FailureReporter() {}

    /**
     * Prints a failure.
     *
     * @return the exit code
     */
    public static int report(CommandContext context, Throwable failure) {
        context.out().flush();
        boolean interrupted = context.isInterrupted() && !outlastsInterrupt(failure);
        context.printError("restante: " + (interrupted ? "interrupted" : line(failure)));
        if (context.options().stackTrace()) {
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            context.err().print(withoutSecrets(trace.toString()));
        }
        return interrupted ? ExitCode.INTERRUPTED : exitCode(failure);
    }

    private static boolean outlastsInterrupt(Throwable failure) {
        return failure instanceof CommandException commandFailure
                ? commandFailure.reportedAfterInterrupt()
                : exitCode(failure) == ExitCode.OUTCOME_UNKNOWN;
    }

    /** Returns the remedy on the command line, which the message of a rejected call cannot name. */
    private static String remedy(Throwable failure) {
        String code = failure instanceof JMSException rejected
                ? rejected.getErrorCode()
                : failure instanceof JMSRuntimeException rejected ? rejected.getErrorCode() : null;
        return switch (code == null ? "" : code) {
            case ErrorCodes.ENTITY_IN_USE -> "Use --force to delete it anyway.";
            case ErrorCodes.ENTITY_NOT_FOUND, ErrorCodes.SUBSCRIPTION_NOT_FOUND ->
                "Use restante list to show all queues, topics and subscriptions.";
            case ErrorCodes.OUTCOME_UNKNOWN ->
                "A retry may execute the call twice."
                        + (failure instanceof OutcomeUnknownException unknown
                                ? " Run " + outcomeCommand(unknown) + " later to see the outcome."
                                : "");
            case ErrorCodes.CLOSED -> "This command handed the store over to an application that started.";
            case ErrorCodes.STORE_FAILED ->
                String.valueOf(failure.getMessage()).contains("createStore")
                        ? "On the command line, use --create-store with the first command."
                        : "";
            default -> "";
        };
    }

    public static String outcomeCommand(OutcomeUnknownException unknown) {
        return "restante store outcome " + unknown.getToken();
    }

    private static String line(Throwable failure) {
        if (failure instanceof OutOfMemoryError) {
            return "the heap of this process, " + (Runtime.getRuntime().maxMemory() >> 20)
                    + " MiB, is too small for the command. " + LARGER_HEAP;
        }
        boolean expected = failure instanceof CommandException
                || failure instanceof JMSException
                || failure instanceof JMSRuntimeException
                || failure instanceof IllegalArgumentException
                || failure instanceof java.io.IOException
                || failure instanceof java.io.UncheckedIOException;
        return expected
                ? (remedy(failure).isEmpty() ? reason(failure) : sentence(failure) + " " + remedy(failure))
                : "unexpected failure: " + sentence(failure) + " Use --stack-trace to print the stack trace.";
    }

    /** Returns the reason of a failure, on one line and without secrets. */
    public static String reason(Throwable failure) {
        if (failure instanceof NoSuchFileException missing) {
            return "the file " + missing.getFile() + " does not exist";
        }
        if (failure instanceof FileSystemException file) {
            return file.getFile() + ": " + (file.getReason() == null ? fileProblem(file) : file.getReason());
        }
        String message = failure.getMessage();
        return message == null ? "the reason is unknown" : oneLine(message);
    }

    /** Returns the reason of a failure as a complete sentence, so that another sentence can follow. */
    public static String sentence(Throwable failure) {
        String reason = reason(failure);
        return reason.endsWith(".") || reason.endsWith("?") ? reason : reason + ".";
    }

    /** Returns the reason that Java expresses only by the class of the exception. */
    private static String fileProblem(FileSystemException failure) {
        if (failure instanceof AccessDeniedException) {
            return "access is denied";
        } else if (failure instanceof FileAlreadyExistsException) {
            return "it already exists";
        } else if (failure instanceof NotDirectoryException) {
            return "it is not a directory";
        } else if (failure instanceof DirectoryNotEmptyException) {
            return "the directory is not empty";
        }
        return "the file system rejects it";
    }

    private static String oneLine(String text) {
        String line = text.strip().replaceAll("\\s*\\R\\s*", " ");
        return withoutSecrets(TRACKING.matcher(line).replaceAll(""));
    }

    public static String withoutSecrets(String text) {
        return USER_INFO.matcher(SECRET.matcher(text).replaceAll("$1***")).replaceAll("***@");
    }

    public static int exitCode(Throwable failure) {
        if (failure instanceof CommandException commandFailure) {
            return commandFailure.exitCode();
        }
        if (failure instanceof JMSException rejected) {
            return exitCodeOf(rejected.getErrorCode());
        }
        if (failure instanceof JMSRuntimeException rejected) {
            return exitCodeOf(rejected.getErrorCode());
        }
        return failure instanceof IllegalArgumentException ? ExitCode.USAGE : ExitCode.FAILED;
    }

    private static int exitCodeOf(@Nullable String errorCode) {
        return switch (errorCode == null ? "" : errorCode) {
            case ErrorCodes.ENTITY_NOT_FOUND, ErrorCodes.SUBSCRIPTION_NOT_FOUND -> ExitCode.NOT_FOUND;
            case ErrorCodes.ENTITY_IN_USE,
                    ErrorCodes.ENTITY_DISABLED,
                    ErrorCodes.ENTITY_PROTECTED,
                    ErrorCodes.SUBSCRIPTION_IN_USE,
                    ErrorCodes.ENTITY_INVALID,
                    ErrorCodes.SUBSCRIPTION_CONFLICT -> ExitCode.REJECTED;
            case ErrorCodes.STORE_UNAVAILABLE, ErrorCodes.STORE_FAILED, ErrorCodes.CLOSED -> ExitCode.STORE_UNREACHABLE;
            case ErrorCodes.OUTCOME_UNKNOWN -> ExitCode.OUTCOME_UNKNOWN;
            case ErrorCodes.SECURITY -> ExitCode.CREDENTIALS;
            case ErrorCodes.INTERRUPTED -> ExitCode.INTERRUPTED;
            case ErrorCodes.INVALID_ARGUMENT,
                    ErrorCodes.INVALID_SELECTOR,
                    ErrorCodes.INVALID_PROPERTY_NAME,
                    ErrorCodes.GROUP_REQUIRED -> ExitCode.USAGE;
            default -> ExitCode.FAILED;
        };
    }
}

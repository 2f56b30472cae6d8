package dev.restante.cli.shell;

import dev.restante.OutcomeUnknownException;
import dev.restante.api.ErrorCodes;
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

/** Tells of failures: one line, an exit code, and never a secret. */
public final class Failures {

    private static final Pattern SECRET = Pattern.compile("(?i)([\\w.]*(?:pas?s?w|pwd|secret)\\w*=)[^;&\\s'\"]*");

    /** Of a log that is not kept here. */
    private static final Pattern TRACKING = Pattern.compile(" \\[tracking id [^\\]]*\\]$");

    private static final Pattern USER_INFO = Pattern.compile("(?<=//)[^\\s'\"]*@|[^/?@:\\s]+:[^?\\s'\"]+@");

    private Failures() {}

    /**
     * Prints a failure.
     *
     * @return the exit code
     */
    public static int report(Shell shell, Exception failure) {
        shell.out().flush();
        if (shell.isInterrupted()) {
            shell.note("restante: interrupted");
        } else {
            shell.note("restante: " + line(failure));
        }
        if (shell.options().stackTrace()) {
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            shell.err().print(withoutSecrets(trace.toString()));
        }
        return shell.isInterrupted() ? ExitCode.INTERRUPTED : exitCode(failure);
    }

    /** What the message of a refusal does not say, because it knows nothing of this command. */
    private static String remedy(Exception failure) {
        String code = failure instanceof JMSException refused
                ? refused.getErrorCode()
                : failure instanceof JMSRuntimeException refused ? refused.getErrorCode() : null;
        return switch (code == null ? "" : code) {
            case ErrorCodes.ENTITY_IN_USE -> "; --force deletes it all the same";
            case ErrorCodes.ENTITY_NOT_FOUND, ErrorCodes.SUBSCRIPTION_NOT_FOUND ->
                "; restante list shows what there is";
            case ErrorCodes.OUTCOME_UNKNOWN ->
                "; to do it again may do it twice"
                        + (failure instanceof OutcomeUnknownException unknown
                                ? ": " + asking(unknown) + " tells later what became of it"
                                : "");
            case ErrorCodes.CLOSED ->
                "; an application has started that wants the store, and this command has given it up";
            case ErrorCodes.STORE_FAILED ->
                String.valueOf(failure.getMessage()).contains("createStore")
                        ? " here: --create-store, before the first command"
                        : "";
            default -> "";
        };
    }

    /** The command that tells what became of a call. */
    public static String asking(OutcomeUnknownException unknown) {
        return "restante store outcome " + unknown.getToken();
    }

    private static String line(Exception failure) {
        boolean expected = failure instanceof CommandFailure
                || failure instanceof JMSException
                || failure instanceof JMSRuntimeException
                || failure instanceof IllegalArgumentException
                || failure instanceof java.io.IOException
                || failure instanceof java.io.UncheckedIOException;
        return expected
                ? reason(failure) + remedy(failure)
                : "unexpected failure: " + reason(failure) + "; --stack-trace shows where";
    }

    /** Why something failed, on one line and without secrets. */
    public static String reason(Exception failure) {
        if (failure instanceof NoSuchFileException missing) {
            return "there is no file " + missing.getFile();
        }
        if (failure instanceof FileSystemException file) {
            return file.getFile() + ": " + (file.getReason() == null ? problem(file) : file.getReason());
        }
        String message = failure.getMessage();
        return message == null ? "no reason is known" : oneLine(message);
    }

    /** Returns in words what Java tells by the class of an exception alone. */
    private static String problem(FileSystemException failure) {
        if (failure instanceof AccessDeniedException) {
            return "access is denied";
        } else if (failure instanceof FileAlreadyExistsException) {
            return "it exists already";
        } else if (failure instanceof NotDirectoryException) {
            return "it is no directory";
        } else if (failure instanceof DirectoryNotEmptyException) {
            return "the directory is not empty";
        }
        return "the file system refuses it";
    }

    private static String oneLine(String text) {
        String line = text.strip().replaceAll("\\s*\\R\\s*", " ");
        return withoutSecrets(TRACKING.matcher(line).replaceAll(""));
    }

    /** A text without passwords. */
    public static String withoutSecrets(String text) {
        return USER_INFO.matcher(SECRET.matcher(text).replaceAll("$1***")).replaceAll("***@");
    }

    /** Returns the {@link ExitCode} of a failure. */
    public static int exitCode(Exception failure) {
        if (failure instanceof CommandFailure own) {
            return own.exitCode();
        }
        if (failure instanceof JMSException refused) {
            return ofCode(refused.getErrorCode());
        }
        if (failure instanceof JMSRuntimeException refused) {
            return ofCode(refused.getErrorCode());
        }
        return failure instanceof IllegalArgumentException ? ExitCode.USAGE : ExitCode.FAILED;
    }

    private static int ofCode(@Nullable String errorCode) {
        return switch (errorCode == null ? "" : errorCode) {
            case ErrorCodes.ENTITY_NOT_FOUND, ErrorCodes.SUBSCRIPTION_NOT_FOUND -> ExitCode.NOT_FOUND;
            case ErrorCodes.ENTITY_IN_USE,
                    ErrorCodes.ENTITY_DISABLED,
                    ErrorCodes.ENTITY_PROTECTED,
                    ErrorCodes.SUBSCRIPTION_IN_USE,
                    ErrorCodes.ENTITY_INVALID,
                    ErrorCodes.SUBSCRIPTION_CONFLICT -> ExitCode.REFUSED;
            case ErrorCodes.STORE_UNAVAILABLE, ErrorCodes.STORE_FAILED, ErrorCodes.CLOSED -> ExitCode.STORE_UNREACHABLE;
            case ErrorCodes.OUTCOME_UNKNOWN -> ExitCode.OUTCOME_UNKNOWN;
            case ErrorCodes.SECURITY -> ExitCode.CREDENTIALS;
            case ErrorCodes.INVALID_ARGUMENT,
                    ErrorCodes.INVALID_SELECTOR,
                    ErrorCodes.MSG_PROPERTY_NAME,
                    ErrorCodes.GROUP_REQUIRED -> ExitCode.USAGE;
            default -> ExitCode.FAILED;
        };
    }
}

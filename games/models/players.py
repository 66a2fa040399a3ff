"""Who plays: players, guests and accounts alike, and the tokens they sign in with."""

from typing import Any, ClassVar, Self

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Lower, Upper
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import names
from games.ids import uuid7
from games.limits import MAX_NAME_CHARACTERS


class PlayerManager(BaseUserManager["Player"]):
    """Makes players as Django's commands ask for them; the service's own way in is `games.players`."""

    def create_superuser(self, name_key: str, password: str | None = None, **fields: Any) -> "Player":
        name = names.parse_name(name_key)
        player = self.model(name=name, name_key=names.key(name), is_staff=True, is_superuser=True, **fields)
        player.set_password(password)
        player.save(using=self._db)
        return player

    def get_by_natural_key(self, username: str | None) -> "Player":
        """Return the account of this name; if nobody has it, the one from which staff took it away last.

        An account whose name was reset may know its old name only, and must be able to sign in.
        """
        key = names.key(username or "")
        try:
            return self.get(name_key=key)
        except self.model.DoesNotExist:
            former = self.filter(name_key__isnull=False, barred_names__name_key=key)
            player = former.order_by("-barred_names__decision_id").first()
            if player is None:
                raise
            return player


class Player(AbstractBaseUser, PermissionsMixin):
    """One person, or one device that never said who it is.

    A guest has a made-up name and no password; an account has a name that is its own and a password. What tells
    them apart is `name_key`: only accounts reserve a name.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    # As shown, in NFC. Two guests may share one.
    name = models.CharField(_("name"), max_length=MAX_NAME_CHARACTERS)
    # What look-alikes of the name have in common; null for guests, who reserve nothing.
    name_key = models.CharField("name", max_length=4 * MAX_NAME_CHARACTERS, unique=True, null=True, blank=True)
    # For password recovery only; never shown to anyone else.
    email = models.EmailField(blank=True, default="")
    is_staff = models.BooleanField(_("is staff"), default=False)
    # Whether it can sign in, by token or password. A lock, no judgement: its games stay where they are.
    is_active = models.BooleanField(_("is active"), default=True)
    # False once a player has opted out of all boards.
    on_boards = models.BooleanField(_("on boards"), default=True)
    # Moderation; `Decision` has who did it and why, each time. Hidden: none of its games is in public sight.
    hidden_at = models.DateTimeField(null=True, blank=True, editable=False)
    # Banned from posting: it can read, and not play.
    banned_at = models.DateTimeField(null=True, blank=True, editable=False)
    # Staff took the name away, and the player has not chosen another one since.
    name_reset_at = models.DateTimeField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(_("created at"), default=timezone.now, editable=False)
    # When the account was deleted: the row stays for its games to point at, without personal data.
    erased_at = models.DateTimeField(_("erased at"), null=True, blank=True, editable=False)

    objects: ClassVar[PlayerManager] = PlayerManager()

    USERNAME_FIELD = "name_key"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ("id",)
        indexes = [
            models.Index(Lower("name"), name="player_name"),
            models.Index(Upper("email"), name="player_email", condition=~models.Q(email="")),
        ]

    def __str__(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        """What the admin calls its user, whose `name_key` nobody typed."""
        return self.name

    @property
    def is_guest(self) -> bool:
        return self.name_key is None

    @property
    def is_hidden(self) -> bool:
        return self.hidden_at is not None

    @property
    def is_banned(self) -> bool:
        return self.banned_at is not None

    @property
    def is_public(self) -> bool:
        """Whether anybody may see the player's page: who is on no boards, hidden or gone has none."""
        return self.on_boards and not self.is_hidden and self.erased_at is None


class BarredName(models.Model):
    """A name that staff took away: its player cannot have it again, nor a look-alike, and perhaps nobody can.

    It stands apart from the decision, which is for ever, so that it goes with the player's other personal data.
    """

    decision = models.OneToOneField(
        "games.Decision", on_delete=models.PROTECT, primary_key=True, related_name="barred_name"
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="barred_names")
    name = models.CharField(max_length=MAX_NAME_CHARACTERS)
    # As in Player, but here guests have one too.
    name_key = models.CharField(max_length=4 * MAX_NAME_CHARACTERS, db_index=True)
    for_all = models.BooleanField("for everybody")

    def __str__(self) -> str:
        return self.name


class AccessTokenQuerySet(models.QuerySet["AccessToken"]):
    def in_force(self) -> Self:
        return self.filter(revoked_at=None, player__is_active=True)


class AccessToken(models.Model):
    """A bearer token of a player, stored as its SHA-256: what was handed out cannot be read back from here."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    digest = models.BinaryField(max_length=32, unique=True)
    # What the client calls itself, so that its owner knows which one to revoke.
    label = models.CharField(max_length=60, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = AccessTokenQuerySet.as_manager()

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"{self.label or 'token'} of {self.player_id}"
